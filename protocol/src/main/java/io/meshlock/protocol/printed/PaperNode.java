package io.meshlock.protocol.printed;

import io.meshlock.protocol.Effects;

/**
 * A node as in its paper, with one method per event of the paper. This interface has the events that all papers with
 * changing links share.
 */
public interface PaperNode {

    /** True if the link to that node is up. */
    boolean hasLinkTo(int peer);

    /** "Formation of link". */
    void onLinkFormed(int peer, Effects out);

    /** "Failure of link"; it was up. */
    void onLinkFailed(int peer, Effects out);
}
