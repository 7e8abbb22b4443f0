package io.meshlock.protocol.baseline.central;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.SmallArrays;
import io.meshlock.protocol.queue.Waiting;
import io.meshlock.protocol.queue.WaitingQueue;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A client of the coordinator, and at one node the coordinator itself. */
final class CentralNode extends Protocol {

    private final int coordinatorNode;
    private final @Nullable Coordinator coordinator;
    private final WaitingQueue<Waiting.Plain> waiting = new WaitingQueue<>();
    /** Grants that clients of this node hold. */
    private long[] held = new long[0];

    private int serial;
    /** The largest grant number that this node knows. */
    private long clock;

    CentralNode(Setup setup, int coordinator) {
        super(setup);
        // Modulo the mesh size, so that it is a node of every mesh in a sweep over sizes.
        this.coordinatorNode = coordinator % setup.meshSize();
        this.coordinator = node() == coordinatorNode ? new Coordinator(pool().permits()) : null;
    }

    // ---- clients ----

    @Override
    protected void admit(long now, PermitRequest request, Effects out) {
        Key key = pool().key(request, clock, Key.requestNumber(node(), ++serial));
        waiting.add(new Waiting.Plain(key, request.id()));
        out.waiting(request.id(), key);
        toCoordinator(
                new CentralMessage.Request(key.request(), request.permits(), request.priority(), request.deadline()),
                out);
    }

    @Override
    public void cancel(long now, long request, Effects out) {
        Waiting.Plain cancelled = waiting.remove(request);
        if (cancelled != null) {
            out.withdrawn(request);
            toCoordinator(new CentralMessage.Cancel(cancelled.key().request()), out);
        }
    }

    @Override
    public void release(long now, long grant, Effects out) {
        int at = SmallArrays.indexOf(held, grant);
        if (at >= 0) {
            held = SmallArrays.without(held, at);
            toCoordinator(new CentralMessage.Release(grant), out);
        }
    }

    private void toCoordinator(CentralMessage message, Effects out) {
        if (coordinator == null) {
            out.send(coordinatorNode, message);
        } else {
            message.deliver(this, node(), out);
        }
    }

    void onGrant(CentralMessage.Grant grant, Effects out) {
        clock = Math.max(clock, grant.grant());
        int place = waiting.placeOfNumber(grant.number());
        if (place == WaitingQueue.NONE) {
            return; // cancelled meanwhile; the CANCEL releases the permits
        }
        Waiting.Plain served = waiting.take(place);
        held = SmallArrays.with(held, grant.grant());
        out.granted(new PermitGrant(grant.grant(), served.id(), served.key().permits(), grant.slots()));
    }

    // ---- at the coordinator; elsewhere these are ignored ----

    void onRequest(CentralMessage.Request request, Effects out) {
        if (coordinator != null) {
            PermitRequest asked = new PermitRequest(0, request.permits(), request.priority(), request.deadline());
            coordinator.enter(pool().key(asked, coordinator.lastGrant(), request.number()));
            serve(coordinator, out);
        }
    }

    void onCancel(CentralMessage.Cancel cancel, Effects out) {
        if (coordinator != null) {
            coordinator.cancel(cancel.number());
            serve(coordinator, out);
        }
    }

    void onRelease(CentralMessage.Release release, Effects out) {
        if (coordinator != null) {
            coordinator.release(release.grant());
            serve(coordinator, out);
        }
    }

    private void serve(Coordinator open, Effects out) {
        while (open.canServe()) {
            Key key = open.best();
            Slots slots = open.serveBest();
            clock = open.lastGrant();
            out.decided(open.lastGrant(), key);
            CentralMessage.Grant grant = new CentralMessage.Grant(key.request(), open.lastGrant(), slots);
            if (key.node() == node()) {
                onGrant(grant, out);
            } else {
                out.send(key.node(), grant);
            }
        }
    }

    // ---- the contract ----

    @Override
    public void receive(long now, int from, Message message, Effects out) {
        if (message instanceof CentralMessage ours) {
            ours.deliver(this, from, out);
        }
    }

    @Override
    public String describe() {
        return "waiting " + waiting + ", holds " + Arrays.toString(held)
                + (coordinator == null ? "" : ", desk: " + coordinator);
    }
}
