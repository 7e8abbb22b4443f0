package io.meshlock.protocol.printed;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Setup;

/**
 * Adapts a paper's node to the protocol contract. A paper's node has one local request at a time; further ones wait
 * here, and after every event the next one may start.
 *
 * @param <N> the node
 */
public abstract class PaperProtocol<N extends PaperNode> extends Protocol {

    /** The paper's node. */
    protected final N node;

    private int requests;

    protected PaperProtocol(Setup setup, N node) {
        super(setup);
        this.node = node;
    }

    /** Finishes local requests that are done and starts the next one. */
    protected abstract void settle(Effects out);

    /** Hands a message to the node; false if it is of another algorithm. */
    protected abstract boolean deliver(int from, Message message, Effects out);

    /** The key under which observers see a new local request. */
    protected final Key announce(PermitRequest request, Effects out) {
        Key key = pool().key(request, 0, Key.requestNumber(node(), ++requests));
        out.waiting(request.id(), key);
        return key;
    }

    @Override
    public final void receive(long now, int from, Message message, Effects out) {
        if (node.hasLinkTo(from) && deliver(from, message, out)) {
            settle(out);
        }
    }

    @Override
    public final void linkUp(long now, int peer, Effects out) {
        node.onLinkFormed(peer, out);
    }

    @Override
    public final void linkDown(long now, int peer, Effects out) {
        if (node.hasLinkTo(peer)) {
            node.onLinkFailed(peer, out);
            settle(out);
        }
    }
}
