package io.meshlock.protocol.baseline.raymond;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.baseline.FifoQueue;
import io.meshlock.protocol.baseline.SerialNode;

/** A node of Raymond's algorithm; names in brackets are the paper's. */
final class RaymondNode extends SerialNode {

    /** [HOLDER]: the tree neighbour behind which the token is, or this node. */
    private int holder;

    /** [REQUEST_Q]: tree neighbours that want the token, and perhaps this node. */
    private final FifoQueue queue = new FifoQueue();

    /** [ASKED]: the holder was sent a request that it has not answered. */
    private boolean asked;

    /** The number of the latest grant when the token was last here. */
    private long lastGrant;

    RaymondNode(Setup setup) {
        super(setup);
        holder = setup.tokens() > 0 ? node() : parent(setup);
    }

    private static int parent(Setup setup) {
        Setup.Links links = setup.links();
        for (int i = 0; i < links.peers().length; i++) {
            if (links.distances()[i] < setup.distance()) {
                return links.peers()[i];
            }
        }
        return 0;
    }

    @Override
    protected void ask(int permits, Effects out) {
        queue.join(node());
        proceed(out);
    }

    @Override
    public void receive(long now, int from, Message message, Effects out) {
        if (message instanceof RaymondMessage ours) {
            ours.deliver(this, from, out);
        }
    }

    void onRequest(int from, Effects out) {
        queue.join(from);
        proceed(out);
    }

    void onPrivilege(RaymondMessage.Privilege privilege, Effects out) {
        holder = node();
        asked = false;
        lastGrant = privilege.number();
        out.tokens(1);
        proceed(out);
    }

    @Override
    protected void leave(Effects out) {
        proceed(out);
    }

    /** [ASSIGN_PRIVILEGE; MAKE_REQUEST] */
    private void proceed(Effects out) {
        if (holder == node() && !isInside() && !queue.isEmpty()) {
            holder = queue.next();
            if (holder == node()) {
                enter(++lastGrant, out); // may leave again at once, and come back here
                return;
            }
            out.tokens(0);
            out.send(holder, new RaymondMessage.Privilege(lastGrant));
        }
        if (holder != node() && !queue.isEmpty() && !asked) {
            asked = true;
            out.send(holder, new RaymondMessage.Request());
        }
    }

    @Override
    protected String known() {
        return (holder == node() ? "token here" : "token towards " + holder) + (asked ? ", asked" : "") + ", queue "
                + queue;
    }
}
