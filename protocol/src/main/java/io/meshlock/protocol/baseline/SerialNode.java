package io.meshlock.protocol.baseline;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.queue.Waiting;
import io.meshlock.protocol.queue.WaitingQueue;

/**
 * A node that, as the classic papers assume, makes one request of the mesh at a time and holds one grant at a time;
 * further requests of its clients wait locally, ordered by the pool's policy.
 *
 * <p>The algorithm asks the mesh for as many permits as the best local request wants. When it may enter, the best
 * request that fits is granted; it may be a better one that was made meanwhile. A cancelled request is withdrawn at
 * once. If no local request fits when the node enters, it leaves again at once.
 */
public abstract class SerialNode extends Protocol {

    private enum State {
        IDLE,
        ASKING,
        INSIDE
    }

    private final int meshSize;
    private final WaitingQueue<Waiting.Plain> waiting = new WaitingQueue<>();
    private State state = State.IDLE;
    private int asked;
    private int serial;
    private long served;
    private long held;

    protected SerialNode(Setup setup) {
        super(setup);
        this.meshSize = setup.meshSize();
    }

    /** Asks the mesh for permits; {@link #enter} answers, now or later. */
    protected abstract void ask(int permits, Effects out);

    /** The node has left the critical section: tells the others. */
    protected abstract void leave(Effects out);

    /** Handles a message, unless it is of another algorithm. */
    @Override
    public abstract void receive(long now, int from, Message message, Effects out);

    /** How many nodes the mesh has: 0 … meshSize − 1. */
    protected final int meshSize() {
        return meshSize;
    }

    protected final boolean isAsking() {
        return state == State.ASKING;
    }

    protected final boolean isInside() {
        return state == State.INSIDE;
    }

    protected final void sendToOthers(Message message, Effects out) {
        for (int peer = 0; peer < meshSize; peer++) {
            if (peer != node()) {
                out.send(peer, message);
            }
        }
    }

    @Override
    protected final void admit(long now, PermitRequest request, Effects out) {
        Key key = pool().key(request, served, Key.requestNumber(node(), ++serial));
        waiting.add(new Waiting.Plain(key, request.id()));
        out.waiting(request.id(), key);
        askForBest(out);
    }

    private void askForBest(Effects out) {
        if (state == State.IDLE && !waiting.isEmpty()) {
            state = State.ASKING;
            asked = waiting.get(0).key().permits();
            ask(asked, out);
        }
    }

    /** The node enters with the permits that it asked for; the grant gets this number. */
    protected final void enter(long number, Effects out) {
        int place = waiting.bestWithin(asked);
        if (place == WaitingQueue.NONE) {
            stepOut(out);
            return;
        }
        Waiting.Plain best = waiting.take(place);
        state = State.INSIDE;
        held = number;
        served++;
        out.decided(number, best.key());
        out.granted(new PermitGrant(number, best.id(), best.key().permits(), Slots.NONE));
    }

    private void stepOut(Effects out) {
        state = State.IDLE;
        leave(out);
        askForBest(out);
    }

    @Override
    public final void cancel(long now, long request, Effects out) {
        if (waiting.remove(request) != null) {
            out.withdrawn(request);
        }
    }

    @Override
    public final void release(long now, long grant, Effects out) {
        if (state == State.INSIDE && grant == held) {
            stepOut(out);
        }
    }

    /** What the algorithm knows, in a few words. */
    protected abstract String known();

    @Override
    public final String describe() {
        return switch (state) {
                    case IDLE -> "idle";
                    case ASKING -> "asking for " + asked;
                    case INSIDE -> "inside with grant " + held;
                }
                + (waiting.isEmpty() ? "" : ", waiting " + waiting)
                + ", "
                + known();
    }
}
