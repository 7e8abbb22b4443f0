package io.meshlock.journal;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;

/**
 * Receives everything observable in a run, in order; times are ticks. Checkers, metrics, narratives and journal files
 * implement this interface and see nothing else.
 *
 * <p>Request ids are unique in the run, across nodes. A grant is identified by its request.
 */
public interface Journal {

    /** A node's protocol begins to handle an input. The effects follow, until the next call of this method. */
    default void stepped(long time, int node) {}

    /** A client made a request. */
    default void requested(long time, int node, PermitRequest request) {}

    /** The request now waits under this key. */
    default void waiting(long time, int node, long request, Key key) {}

    default void rejected(long time, int node, long request, Rejection why) {}

    /**
     * A client cancelled a request after its timeout; the request may be withdrawn, or may have been granted already.
     */
    default void cancelled(long time, int node, long request) {}

    /** The request was withdrawn before it was granted. */
    default void withdrawn(long time, int node, long request) {}

    /** The node with the right to grant decided that this key gets the grant with this fencing token. */
    default void decided(long time, int node, long number, Key key) {}

    /** The client holds its permits from now on. */
    default void granted(long time, int node, PermitGrant grant) {}

    /** The client gave its permits back. */
    default void released(long time, int node, PermitGrant grant) {}

    /** The client gave back some of its permits, those of {@code part}, and keeps the others. */
    default void givenBack(long time, int node, PermitGrant part) {}

    /** The number of tokens at the node from now on. */
    default void tokens(long time, int node, int held) {}

    /** The pool's size changed: the node goes by this size from now on. */
    default void resized(long time, int node, PoolSize size) {}

    /** The node wanted to leave, and may leave now. */
    default void dispensable(long time, int node) {}

    default void sent(long time, int from, int to, Message message) {}

    default void delivered(long time, int from, int to, Message message) {}

    /**
     * A routing layer carries a message on its way from {@code from} to a neighbour, {@code to}. Messages of algorithms
     * whose nodes write to any node are sent and delivered once, from end to end, and cross links in between.
     *
     * @param packet the message and the routing layer's header
     */
    default void hopped(long time, int from, int to, Message packet) {}

    /** A routing protocol's own message to a neighbour. */
    default void routed(long time, int from, int to, Message control) {}

    /** The message is lost: its link died, or the routing layer lost it. */
    default void lost(long time, int from, int to, Message message) {}

    default void linkUp(long time, int a, int b) {}

    default void linkDown(long time, int a, int b) {}

    /**
     * The grant's lease ends at this instant, when the node's own clock shows the end that the protocol gave. Called
     * with {@link #granted}, in the same step, and again at every renewal. The journal of a real node has that node's
     * own time.
     */
    default void leased(long time, int node, long grant, long until) {}

    /** The grant was lost: its lease is over, although the client did not release it. */
    default void grantLost(long time, int node, PermitGrant grant) {}

    /** A node crashes: it loses everything but its durable state, and is down until it is restarted. */
    default void crashed(long time, int node) {}

    /** A crashed node restarts, in its next incarnation or, if its disk is lost, in the first one on a new disk. */
    default void restarted(long time, int node, long incarnation) {}

    /** A node is paused: it handles nothing, and its inputs wait. Its clock goes on. */
    default void paused(long time, int node) {}

    /** A paused node goes on; the inputs that waited follow. */
    default void resumed(long time, int node) {}

    /** A new token was made. */
    default void recovered(long time, int node, Epoch epoch, String how) {}

    /**
     * No more requests and no more faults, and the network is connected: all waiting requests must be served from here
     * on.
     */
    default void healed(long time) {}

    /** The run is over. */
    default void ended(long time) {}
}
