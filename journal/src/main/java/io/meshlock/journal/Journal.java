package io.meshlock.journal;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;

/**
 * Everything observable in a run, in the order in which it happened; times are ticks. Checkers, metrics, narratives and
 * files on disk all hang on this one interface and see nothing else.
 *
 * <p>Request ids are unique in the run, across nodes. A grant is known by the request that it answers.
 */
public interface Journal {

    /** A node's protocol begins to handle an input; what it does follows, until the next call of this. */
    default void stepped(long time, int node) {}

    /** A client asked. */
    default void requested(long time, int node, PermitRequest request) {}

    /** The request now waits under this key. */
    default void waiting(long time, int node, long request, Key key) {}

    default void rejected(long time, int node, long request, Rejection why) {}

    /** A client lost patience; the request may be withdrawn, or granted already. */
    default void cancelled(long time, int node, long request) {}

    /** The request was taken back before it was granted. */
    default void withdrawn(long time, int node, long request) {}

    /** Whoever may grant decided that this key gets the grant of this number. */
    default void decided(long time, int node, long number, Key key) {}

    /** The client holds its permits from now on. */
    default void granted(long time, int node, PermitGrant grant) {}

    /** The client gave its permits back. */
    default void released(long time, int node, PermitGrant grant) {}

    /** The number of tokens at the node from now on. */
    default void tokens(long time, int node, int held) {}

    /** An operator changed the pool's size: the node takes it to be this from now on, and grants by it if it may grant. */
    default void resized(long time, int node, PoolSize size) {}

    /** The node wanted to leave, and may: the pool can do without it. */
    default void dispensable(long time, int node) {}

    default void sent(long time, int from, int to, Message message) {}

    default void delivered(long time, int from, int to, Message message) {}

    /**
     * A routing layer carries a message on its way from {@code from} to a neighbour, {@code to}. Messages of algorithms that
     * write to anybody are sent and delivered once, from end to end, and cross links in between.
     *
     * @param packet the message with what routing adds to it
     */
    default void hopped(long time, int from, int to, Message packet) {}

    /** A routing protocol's own message to a neighbour. */
    default void routed(long time, int from, int to, Message control) {}

    /** The message is gone: its link died under it, or the routing layer lost it. */
    default void lost(long time, int from, int to, Message message) {}

    default void linkUp(long time, int a, int b) {}

    default void linkDown(long time, int a, int b) {}

    /**
     * The grant is its client's until this instant, at which its holder's own clock shows what the protocol said; told with
     * {@link #granted}, in the same step, and again at every renewal. A journal of a real node has that node's own time.
     */
    default void leased(long time, int node, long grant, long until) {}

    /** The grant is its client's no more, although the client did not give it back. */
    default void grantLost(long time, int node, PermitGrant grant) {}

    /** A node loses everything but what it was asked to keep, and does nothing more until it is started again. */
    default void crashed(long time, int node) {}

    /** A node that crashed starts again, in its next life or, if its disk is lost, in the first on a new one. */
    default void restarted(long time, int node, long life) {}

    /** A node stands still: it handles nothing, and what comes for it waits. Its clock goes on. */
    default void paused(long time, int node) {}

    /** A node that stood still goes on; what came for it meanwhile follows. */
    default void resumed(long time, int node) {}

    /** A new token was made. */
    default void recovered(long time, int node, Epoch epoch, String how) {}

    /** No more requests, no more faults, the network is whole: from here on everybody must be served. */
    default void healed(long time) {}

    /** The run is over. */
    default void ended(long time) {}
}
