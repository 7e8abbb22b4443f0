package io.meshlock.protocol.krl;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.queue.Waiting;
import io.meshlock.protocol.queue.WaitingQueue;
import java.util.ArrayList;
import java.util.List;

/** The waiting requests of a node's clients, best first, and the grants that they hold. */
final class LocalRequests {

    private final int node;
    private final WaitingQueue<Waiting.Plain> waiting = new WaitingQueue<>();
    private final List<Long> inside = new ArrayList<>();
    private int requests;
    private int grants;

    LocalRequests(int node) {
        this.node = node;
    }

    void ask(PermitRequest request, PoolSettings pool, Effects out) {
        Key key = pool.key(request, 0, Key.requestNumber(node, ++requests));
        waiting.add(new Waiting.Plain(key, request.id()));
        out.waiting(request.id(), key);
    }

    boolean isAnyWaiting() {
        return !waiting.isEmpty();
    }

    /** How many clients hold a grant. */
    int inside() {
        return inside.size();
    }

    /** Grants the best request. */
    void admit(Effects out) {
        Waiting.Plain first = waiting.takeBest();
        long number = Key.requestNumber(node, ++grants);
        inside.add(number);
        out.decided(number, first.key());
        out.granted(new PermitGrant(number, first.id(), 1, Slots.NONE));
    }

    /** Releases a grant; false if no client holds it. */
    boolean leave(long grant) {
        return inside.remove((Long) grant);
    }

    /** Removes a waiting request; false if it does not wait. */
    boolean cancel(long request) {
        return waiting.remove(request) != null;
    }

    @Override
    public String toString() {
        return inside.size() + " inside, waiting " + waiting;
    }
}
