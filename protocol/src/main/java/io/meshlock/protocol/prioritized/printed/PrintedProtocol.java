package io.meshlock.protocol.prioritized.printed;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Request;
import io.meshlock.protocol.Setup;

/**
 * The contract around the paper's node: several local requests for a node that knows one at a time (R9), and cancelling,
 * which the paper does not have (R10).
 */
final class PrintedProtocol extends Protocol {

    private final PrintedNode node;
    private final LocalQueue outside = new LocalQueue();
    private int requestSerial;

    PrintedProtocol(Setup setup, boolean repaired, long epsilon) {
        super(setup);
        this.node = new PrintedNode(setup, repaired, epsilon);
    }

    @Override
    protected void admit(long now, Request request, Effects out) {
        Key key = pool().key(request, 0, Key.requestNumber(node(), ++requestSerial));
        out.waiting(request.id(), key);
        outside.add(new Need(request, key, Priorities.of(pool(), request)));
        settle(out);
    }

    @Override
    public void cancel(long now, long request, Effects out) {
        if (outside.withdraw(request) || node.abandon(request)) {
            out.withdrawn(request);
        }
    }

    @Override
    public void release(long now, long grant, Effects out) {
        if (node.holds(grant)) {
            node.leaves(out);
            settle(out);
        }
    }

    @Override
    public void receive(long now, int from, Message message, Effects out) {
        if (node.hasLinkTo(from) && message instanceof PrintedMessage printed) {
            printed.deliver(node, from, out);
            settle(out);
        }
    }

    @Override
    public void linkUp(long now, int peer, Effects out) {
        node.onLinkFormed(peer, out);
    }

    @Override
    public void linkDown(long now, int peer, Effects out) {
        if (node.hasLinkTo(peer)) {
            node.onLinkFailed(peer, out);
        }
    }

    /** Ends the turn of an abandoned request that was let in, and begins the next local request's in NCS. */
    private void settle(Effects out) {
        while (true) {
            if (node.insideForNobody()) {
                node.leaves(out);
            } else if (node.isIdle() && !outside.isEmpty()) {
                node.requests(outside.poll(), out);
            } else {
                return;
            }
        }
    }

    @Override
    public String describe() {
        return node + (outside.isEmpty() ? "" : " outside " + outside.size());
    }
}
