package io.meshlock.protocol.krl.printed;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.printed.PaperProtocol;
import io.meshlock.protocol.queue.Waiting;
import io.meshlock.protocol.queue.WaitingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Adapts the paper's node to the protocol contract: several local requests for a node that has one at a time (R7), and
 * cancelling, which the paper does not have (R8).
 */
final class PrintedProtocol extends PaperProtocol<PrintedNode> {

    private static final long NO_GRANT = -1;

    private final WaitingQueue<Waiting.Plain> outside = new WaitingQueue<>();

    /**
     * The local request inside the algorithm; null if there is none, or if it was cancelled and goes on without a
     * client.
     */
    private Waiting.@Nullable Plain own;

    private long grant = NO_GRANT;
    private int grants;

    PrintedProtocol(Setup setup, boolean forwarding) {
        super(setup, new PrintedNode(setup, forwarding));
    }

    @Override
    protected void admit(long now, PermitRequest request, Effects out) {
        if (request.permits() > 1) {
            out.rejected(request.id(), Rejection.MORE_THAN_THE_ALGORITHM_GRANTS);
            return;
        }
        outside.add(new Waiting.Plain(announce(request, out), request.id()));
        settle(out);
    }

    @Override
    public void cancel(long now, long request, Effects out) {
        boolean withdrawn = outside.remove(request) != null;
        if (own != null && own.id() == request && node.isWaiting()) {
            own = null;
            withdrawn = true;
        }
        if (withdrawn) {
            out.withdrawn(request);
        }
    }

    @Override
    public void release(long now, long released, Effects out) {
        if (grant == released) {
            grant = NO_GRANT;
            own = null;
            node.releases(out);
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

    /** Grants the local request if it may enter, ends a cancelled one, and starts the next one. */
    @Override
    protected void settle(Effects out) {
        while (true) {
            Waiting.Plain need = own;
            if (node.isInside() && grant == NO_GRANT && need == null) {
                node.releases(out);
            } else if (node.isInside() && grant == NO_GRANT && need != null) {
                enter(need, out);
            } else if (node.isRemainder() && !outside.isEmpty()) {
                own = outside.takeBest();
                node.requests(out);
            } else {
                return;
            }
        }
    }

    private void enter(Waiting.Plain need, Effects out) {
        grant = Key.requestNumber(node(), ++grants);
        out.decided(grant, need.key());
        out.granted(new PermitGrant(grant, need.id(), 1, Slots.NONE));
    }

    @Override
    public String describe() {
        return node + (outside.isEmpty() ? "" : " outside " + outside);
    }
}
