package io.meshlock.simulator;

import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Incarnation;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.Slots;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Leases without recovery: node 0, in the middle of a star, gives out one permit at a time. It shows that the checkers
 * find broken leases; each {@link Flaw} takes one safeguard away.
 */
final class LeasingToy extends Protocol {

    /** The safeguards that can be left out. */
    enum Flaw {
        NONE,
        /**
         * The middle takes a permit back when the lease is over by its own clock, as if all clocks ran at one speed.
         */
        NO_DRIFT_MARGIN,
        /** A lease counts from when the grant arrives. */
        FROM_ARRIVAL,
        /** After a restart the middle grants permits that may still be in use. */
        NO_WAIT_AFTER_RESTART,
        /** The number of the restart, which grant numbers begin with, is not kept. */
        FORGETS_RESTARTS
    }

    static final long LEASE = Ticks.of(20);
    static final double DRIFT = 0.05;
    private static final int MIDDLE = 0;
    private static final int OWN_LEASES = 1;
    private static final int LEDGER = 2;
    private static final int NUMBER_BITS = 40;

    private record Want(long request) implements Message {
        @Override
        public String type() {
            return "WANT";
        }

        @Override
        public int bytes() {
            return 4;
        }
    }

    private record Give(PermitGrant grant) implements Message {
        @Override
        public String type() {
            return "GIVE";
        }

        @Override
        public int bytes() {
            return 8;
        }
    }

    private record Back(int slot, long number) implements Message {
        @Override
        public String type() {
            return "BACK";
        }

        @Override
        public int bytes() {
            return 8;
        }
    }

    private record Ask(int node, long request) {}

    private final Flaw flaw;
    private final DurableState durable;
    private final long firstNumber;
    private boolean linked;

    // As a client: when each waiting request was last sent, the grants held, and their ends.
    private final SortedMap<Long, Long> asked = new TreeMap<>();
    private final SortedMap<Long, PermitGrant> held = new TreeMap<>();
    private final Map<Long, Long> ends = new HashMap<>();

    // In the middle: waiting requests, the grant of each slot (0 if free) and its end, and when granting may begin.
    private final Deque<Ask> line = new ArrayDeque<>();
    private final long[] owners;
    private final long[] until;
    private long given;
    private boolean began;
    private long mayGiveFrom;

    private LeasingToy(Setup setup, Flaw flaw) {
        super(setup);
        this.flaw = flaw;
        durable = Objects.requireNonNull(setup.durable());
        long restarts = flaw == Flaw.FORGETS_RESTARTS
                ? 0
                : durable.incarnation() - Incarnation.first(Incarnation.disk(durable.incarnation()));
        firstNumber = restarts << NUMBER_BITS;
        owners = new long[setup.pool().permits() + 1];
        until = new long[setup.pool().permits() + 1];
        linked = setup.links().peers().length > 0;
        began = setup.bootstrap();
    }

    static Algorithm algorithm(Flaw flaw) {
        return Toy.algorithm(setup -> new LeasingToy(setup, flaw), true);
    }

    @Override
    protected void admit(long now, PermitRequest request, Effects out) {
        asked.put(request.id(), now);
        out.waiting(request.id(), key(request.id()));
        ask(now, request.id(), out);
    }

    private static Key key(long request) {
        return new Key(0, 0, request, 1);
    }

    private void ask(long now, long request, Effects out) {
        if (node() == MIDDLE) {
            line.add(new Ask(node(), request));
            serve(now, out);
        } else if (linked) {
            out.send(MIDDLE, new Want(request));
        }
    }

    @Override
    public void cancel(long now, long request, Effects out) {
        if (asked.remove(request) != null) {
            out.withdrawn(request);
        }
    }

    @Override
    public void release(long now, long number, Effects out) {
        PermitGrant grant = held.remove(number);
        if (grant == null) {
            return;
        }
        ends.remove(number);
        giveBack(now, grant, out);
    }

    private void giveBack(long now, PermitGrant grant, Effects out) {
        Back back = new Back(grant.slots().at(0), grant.number());
        if (node() == MIDDLE) {
            free(now, back, out);
        } else if (linked) {
            out.send(MIDDLE, back);
        }
    }

    private void free(long now, Back back, Effects out) {
        if (owners[back.slot] == back.number) {
            owners[back.slot] = 0;
            serve(now, out);
        }
    }

    @Override
    public void receive(long now, int from, Message message, Effects out) {
        if (message instanceof Want want) {
            line.add(new Ask(from, want.request));
            serve(now, out);
        } else if (message instanceof Back back) {
            free(now, back, out);
        } else if (message instanceof Give give) {
            enter(now, give.grant, out);
        }
    }

    private void enter(long now, PermitGrant grant, Effects out) {
        Long since = asked.get(grant.request());
        if (since == null) {
            giveBack(now, grant, out);
            return;
        }
        long end = (flaw == Flaw.FROM_ARRIVAL ? now : since) + LEASE;
        if (end <= now) {
            giveBack(now, grant, out);
            asked.put(grant.request(), now);
            ask(now, grant.request(), out);
            return;
        }
        asked.remove(grant.request());
        held.put(grant.number(), grant);
        ends.put(grant.number(), end);
        out.granted(grant);
        out.leased(grant.number(), end);
        out.setTimer(OWN_LEASES, earliestEnd() - now);
    }

    private long earliestEnd() {
        return ends.values().stream().mapToLong(Long::longValue).min().orElseThrow();
    }

    private void serve(long now, Effects out) {
        if (!began) {
            began = true;
            mayGiveFrom = flaw == Flaw.NO_WAIT_AFTER_RESTART ? now : now + ledgerLease();
        }
        if (now < mayGiveFrom) {
            out.setTimer(LEDGER, mayGiveFrom - now);
            return;
        }
        for (int slot = 1; slot < owners.length && !line.isEmpty(); slot++) {
            if (owners[slot] == 0 || until[slot] <= now) {
                Ask next = line.remove();
                long number = firstNumber + ++given;
                owners[slot] = number;
                until[slot] = now + ledgerLease();
                PermitGrant grant = new PermitGrant(number, next.request, 1, Slots.of(slot));
                out.decided(number, key(next.request));
                if (next.node == node()) {
                    enter(now, grant, out);
                } else {
                    out.send(next.node, new Give(grant));
                }
            }
        }
        if (!line.isEmpty()) {
            out.setTimer(LEDGER, Math.max(1, Arrays.stream(until).skip(1).min().orElse(now) - now));
        }
    }

    private long ledgerLease() {
        double quotient = flaw == Flaw.NO_DRIFT_MARGIN ? 1 : (1 + DRIFT) / (1 - DRIFT);
        return (long) Math.ceil(LEASE * quotient) + 2;
    }

    @Override
    public void linkUp(long now, int peer, Effects out) {
        if (node() == MIDDLE) {
            out.keep(durable);
        } else {
            linked = true;
            for (long request : List.copyOf(asked.keySet())) {
                asked.put(request, now);
                ask(now, request, out);
            }
        }
    }

    @Override
    public void linkDown(long now, int peer, Effects out) {
        linked = false;
        line.removeIf(each -> each.node == peer);
    }

    @Override
    public void timerFired(long now, int timer, Effects out) {
        if (timer == LEDGER) {
            serve(now, out);
            return;
        }
        for (long number : List.copyOf(held.keySet())) {
            if (Objects.requireNonNull(ends.get(number)) <= now) {
                ends.remove(number);
                held.remove(number);
                out.lost(number);
            }
        }
        if (!ends.isEmpty()) {
            out.setTimer(OWN_LEASES, earliestEnd() - now);
        }
    }

    @Override
    public String describe() {
        return "holds " + held.size();
    }
}
