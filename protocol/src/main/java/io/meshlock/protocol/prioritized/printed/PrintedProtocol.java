package io.meshlock.protocol.prioritized.printed;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.printed.PaperProtocol;

/**
 * Adapts the paper's node to the protocol contract: several local requests for a node that has one at a time (R9), and
 * cancelling, which the paper does not have (R10).
 */
final class PrintedProtocol extends PaperProtocol<PrintedNode> {

    private final LocalQueue outside = new LocalQueue();

    PrintedProtocol(Setup setup, boolean repaired, long epsilon) {
        super(setup, new PrintedNode(setup, repaired, epsilon));
    }

    @Override
    protected void admit(long now, PermitRequest request, Effects out) {
        outside.add(new Need(request, announce(request, out), Priorities.of(pool(), request)));
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
    protected boolean deliver(int from, Message message, Effects out) {
        if (message instanceof PrintedMessage printed) {
            printed.deliver(node, from, out);
            return true;
        }
        return false;
    }

    /** Releases an abandoned request that was granted, and starts the next local request in NCS. */
    @Override
    protected void settle(Effects out) {
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
