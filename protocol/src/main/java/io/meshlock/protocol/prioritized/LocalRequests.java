package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.queue.Waiting;
import io.meshlock.protocol.queue.WaitingQueue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The waiting requests of this node's clients, best first, and the grants that they hold. */
final class LocalRequests {

    /**
     * A client's request and the key under which it waits.
     *
     * @param asOf the grants that its node had heard of when it was made; {@link #DATED} once its birth was corrected
     */
    record LocalRequest(Key key, long id, long asOf) implements Waiting {}

    static final long DATED = -1;

    /**
     * A grant that a client holds.
     *
     * @param request the number of the request that it was given to
     * @param since when it was given
     * @param near the request was registered at the anchor itself, which gave it a place in a line
     */
    record Held(PermitGrant grant, long request, long since, boolean near) {
        long number() {
            return grant.number();
        }
    }

    private static final long ALL_SERIALS = 1L << Integer.SIZE;

    private final int node;
    private final WaitingQueue<LocalRequest> waiting = new WaitingQueue<>();
    private List<Held> held = List.of();
    private int lastSerial;

    /** How many request numbers were used so far. */
    private long used;

    /** @param firstSerial where request numbers begin; it differs between incarnations of the node */
    LocalRequests(int node, int firstSerial) {
        this(node, firstSerial, 0);
    }

    LocalRequests(int node, int firstSerial, long used) {
        this.node = node;
        this.lastSerial = firstSerial;
        this.used = used;
    }

    /** True if the request was made here. */
    boolean made(Key request) {
        return request.node() == node;
    }

    /** A number that no request has that waits or holds a grant: after 2³² requests they come again. */
    long nextRequestNumber() {
        long number = Key.requestNumber(node, ++lastSerial);
        while (++used > ALL_SERIALS && isInUse(number)) {
            number = Key.requestNumber(node, ++lastSerial);
        }
        return number;
    }

    private boolean isInUse(long request) {
        for (Held each : held) {
            if (each.request() == request) {
                return true;
            }
        }
        return isWaiting(request);
    }

    // ---- waiting ----

    boolean isAnyWaiting() {
        return !waiting.isEmpty();
    }

    /** True if a request waits for an answer at once. */
    boolean hasTries() {
        return waiting.hasTries();
    }

    /** How many requests wait. */
    int waiting() {
        return waiting.size();
    }

    /** The key of a waiting request; index 0 is the best. */
    Key key(int index) {
        return waiting.get(index).key();
    }

    void offerTo(Keys.Selection selection) {
        for (int i = 0; i < waiting.size(); i++) {
            if (!selection.offer(waiting.get(i).key())) {
                return;
            }
        }
    }

    void enqueue(LocalRequest request, Effects out) {
        waiting.add(request);
        out.waiting(request.id(), request.key());
    }

    /** Gives the request another number; false if it does not wait any more. */
    boolean rename(Key key, Effects out) {
        LocalRequest found = remove(key);
        if (found == null) {
            return false;
        }
        Key renamed = key.renamed(nextRequestNumber());
        enqueue(new LocalRequest(renamed, found.id(), found.asOf()), out);
        return true;
    }

    boolean isWaiting(Key key) {
        return placeOf(key) >= 0;
    }

    boolean isWaiting(long request) {
        return waiting.placeOfNumber(request) >= 0;
    }

    /** Corrects the births of all requests that were made at {@code formerClock} and not corrected before. */
    void bringUpToDate(long formerClock, long clock, Effects out) {
        List<LocalRequest> undated = new ArrayList<>();
        for (int place = 0; place < waiting.size(); place++) {
            if (waiting.get(place).asOf() == formerClock) {
                undated.add(waiting.get(place));
            }
        }
        for (LocalRequest old : undated) {
            waiting.take(waiting.placeOf(old.key()));
            enqueue(new LocalRequest(old.key().reborn(clock), old.id(), DATED), out);
        }
    }

    /** Removes the client's request; false if it does not wait. */
    boolean cancel(long id) {
        return waiting.remove(id) != null;
    }

    /** Withdraws all waiting requests. */
    void withdrawAll(Effects out) {
        while (!waiting.isEmpty()) {
            out.withdrawn(waiting.takeBest().id());
        }
    }

    /** Withdraws the request with this key, which the anchor refused; false if it does not wait here. */
    boolean refuse(Key key, Effects out) {
        LocalRequest found = remove(key);
        if (found == null) {
            return false;
        }
        out.withdrawn(found.id());
        return true;
    }

    /** Rejects waiting requests for more than this many permits: the pool has become smaller. */
    void rejectLargerThan(int permits, Effects out) {
        for (int i = waiting.size() - 1; i >= 0; i--) {
            if (waiting.get(i).key().permits() > permits) {
                out.rejected(waiting.take(i).id(), Rejection.MORE_THAN_THE_POOL_HAS);
            }
        }
    }

    // ---- holding ----

    boolean holdAnything() {
        return !held.isEmpty();
    }

    /** Gives the grant to its request; false if the request does not wait here. */
    boolean enter(long number, Key key, Slots slots, long now, boolean near, Effects out) {
        LocalRequest found = remove(key);
        if (found == null) {
            return false;
        }
        Check.invariant(!hold(number), "a grant has one holder");
        if (held.isEmpty()) {
            held = new ArrayList<>(1);
        }
        PermitGrant grant = new PermitGrant(number, found.id(), key.permits(), slots);
        held.add(new Held(grant, key.request(), now, near));
        out.granted(grant);
        return true;
    }

    boolean hold(long number) {
        for (Held grant : held) {
            if (grant.number() == number) {
                return true;
            }
        }
        return false;
    }

    /** True if each of these requests has a grant here, and was registered at the anchor itself. */
    boolean holdNear(Keys keys) {
        for (int i = 0; i < keys.size(); i++) {
            if (!holdsNear(keys.get(i).request())) {
                return false;
            }
        }
        return true;
    }

    private boolean holdsNear(long request) {
        for (Held each : held) {
            if (each.near() && each.request() == request) {
                return true;
            }
        }
        return false;
    }

    /** Takes a grant back from its client; null if no client holds it. */
    @Nullable
    Held leave(long number) {
        for (int i = 0; i < held.size(); i++) {
            if (held.get(i).number() == number) {
                return held.remove(i);
            }
        }
        return null;
    }

    /** Takes slots of a grant back from its client, who keeps at least one; returns those that it had. */
    Slots reduce(long number, Slots back) {
        for (int i = 0; i < held.size(); i++) {
            PermitGrant grant = held.get(i).grant();
            Slots kept = grant.slots().without(back);
            if (grant.number() == number && kept.count() > 0 && kept.count() < grant.permits()) {
                held.set(
                        i,
                        new Held(
                                grant.part(kept),
                                held.get(i).request(),
                                held.get(i).since(),
                                held.get(i).near()));
                return grant.slots().without(kept);
            }
        }
        return Slots.NONE;
    }

    // ---- lookup ----

    /** Removes the request with this key; null if it does not wait here. */
    @Nullable
    LocalRequest remove(Key key) {
        int place = placeOf(key);
        return place < 0 ? null : waiting.take(place);
    }

    /** Where the request waits; negative if it is not here, or of a former incarnation that had come to its number. */
    private int placeOf(Key key) {
        int place = waiting.placeOf(key);
        if (place < 0) { // its birth may have been corrected since the key was sent
            place = waiting.placeOfNumber(key.request());
        }
        return place < 0 || !waiting.get(place).key().isSameRequest(key) ? -1 : place;
    }

    @Override
    public String toString() {
        return (waiting.isEmpty() ? "" : " waits " + waiting)
                + (held.isEmpty()
                        ? ""
                        : " holds " + held.stream().map(Held::number).toList());
    }
}
