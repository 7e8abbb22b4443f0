package io.meshlock.simulator.hunt;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Incarnation;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.RecoveryStatus;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Setup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A few nodes and a script: it says which links are up, who crashes and what is lost, and sees what is sent. All clocks
 * are right; times are those of {@link RecoveryBench}. After every input it is judged that no two tokens are valid.
 */
final class ScriptedMesh {

    private record Event(long at, long order, Runnable action) {}

    private final class Host implements Effects {
        final int id;
        DurableState disk;

        @Nullable
        Protocol node;

        int crashes;
        boolean granted;

        @Nullable
        PermitGrant grant;

        long leasedUntil;
        final Map<Integer, Long> timers = new TreeMap<>();

        Host(int id, DurableState disk) {
            this.id = id;
            this.disk = disk;
        }

        void start(boolean first) {
            Setup setup = Setup.of(id, pool)
                    .bootstrap(first && id == 0)
                    .tokens(first && id == 0 ? 1 : 0)
                    .distance(first ? Math.min(id, 1) : hosts.size())
                    .meshSize(hosts.size())
                    .durable(disk)
                    .options(options)
                    .build();
            node = algorithm.create(setup);
        }

        void step(Consumer<Protocol> input) {
            if (node != null) {
                input.accept(node);
                judge();
            }
        }

        @Override
        public void send(int to, Message message) {
            if (!links[id][to]) {
                return;
            }
            onSend.accept(message, id);
            int[] lives = {crashes, hosts.get(to).crashes};
            at(now + 1, () -> {
                boolean same = crashes == lives[0] && hosts.get(to).crashes == lives[1];
                if (links[id][to] && same) {
                    hosts.get(to).step(target -> target.receive(now, id, message, hosts.get(to)));
                }
            });
        }

        @Override
        public void setTimer(int timer, long delay) {
            long due = now + delay;
            int life = crashes;
            timers.put(timer, due);
            at(due, () -> {
                if (crashes == life && Long.valueOf(due).equals(timers.get(timer))) {
                    timers.remove(timer);
                    step(target -> target.timerFired(now, timer, this));
                }
            });
        }

        @Override
        public void keep(DurableState durable) {
            disk = durable;
        }

        @Override
        public void granted(PermitGrant given) {
            granted = true;
            grant = given;
        }

        @Override
        public void leased(long number, long until) {
            leasedUntil = until;
        }

        @Override
        public void lost(long number) {
            grant = null;
        }

        @Override
        public void rejected(long request, Rejection why) {
            throw new AssertionError(why);
        }

        @Override
        public void withdrawn(long request) {
            throw new AssertionError("nobody withdraws");
        }

        @Override
        public void decided(long number, Key key) {}
    }

    private final Algorithm algorithm;
    private final PoolSettings pool;
    private final Options options;
    private final List<Host> hosts = new ArrayList<>();
    private final boolean[][] links;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::order));
    private long order;
    private long requests;
    private long disks;
    private long now;
    private @Nullable String wrong;

    /** Sees every message before it is on its way; a link that it cuts {@link #soon} loses it. */
    ObjIntConsumer<Message> onSend = (message, from) -> {};

    ScriptedMesh(Algorithm algorithm, int nodes, int voters) {
        this(algorithm, nodes, voters, PoolSettings.permits(1), Map.of("eager", 1L));
    }

    ScriptedMesh(Algorithm algorithm, int nodes, int voters, PoolSettings pool, Map<String, Long> more) {
        this.algorithm = algorithm;
        this.pool = pool;
        this.links = new boolean[nodes][nodes];
        Map<String, Long> values = new TreeMap<>(more);
        values.put("recovery", 1L);
        values.put("voters", (long) voters);
        values.put("beacon", RecoveryBench.B);
        values.put("election-timeout", RecoveryBench.ELECTION_TIMEOUT);
        values.putIfAbsent("lease", RecoveryBench.LEASE);
        values.put("drift-ppm", 100_000L);
        this.options = Options.of(values);
        for (int id = 0; id < nodes; id++) {
            hosts.add(new Host(id, DurableState.ofMesh(id, nodes, pool.permits(), voters)));
        }
        hosts.forEach(host -> host.start(true));
        for (int a = 0; a < nodes; a++) {
            for (int b = a + 1; b < nodes; b++) {
                link(a, b, true);
            }
        }
    }

    // ---- what a script does ----

    void link(int a, int b, boolean up) {
        if (links[a][b] == up) {
            return;
        }
        links[a][b] = up;
        links[b][a] = up;
        for (int[] end : new int[][] {{a, b}, {b, a}}) {
            Host host = hosts.get(end[0]);
            host.step(node -> {
                if (up) {
                    node.linkUp(now, end[1], host);
                } else {
                    node.linkDown(now, end[1], host);
                }
            });
        }
    }

    /** Cuts all links between one of these nodes and one of the others. */
    void cutOff(int... nodes) {
        List<Integer> inside = Arrays.stream(nodes).boxed().toList();
        for (int a = 0; a < hosts.size(); a++) {
            for (int b = a + 1; b < hosts.size(); b++) {
                if (inside.contains(a) != inside.contains(b)) {
                    link(a, b, false);
                }
            }
        }
    }

    void request(int id) {
        Host host = hosts.get(id);
        host.step(node -> node.request(now, PermitRequest.of(++requests, 1), host));
    }

    /** The node's client gives back what it got last, if it has it still. */
    void release(int id) {
        Host host = hosts.get(id);
        PermitGrant left = host.grant;
        host.grant = null;
        if (left != null) {
            host.step(node -> node.release(now, left.number(), host));
        }
    }

    void leave(int id) {
        Host host = hosts.get(id);
        host.step(node -> node.leave(now, host));
    }

    void forget(int id, int voter) {
        Host host = hosts.get(id);
        host.step(node -> node.forget(now, voter, host));
    }

    /** The node loses all links and everything that it did not keep, or that too, and starts again. */
    void restart(int id, boolean lostDisk) {
        cutOff(id);
        Host host = hosts.get(id);
        host.crashes++;
        host.timers.clear();
        host.disk = lostDisk || !host.disk.isSeated()
                ? DurableState.fresh(Incarnation.first(++disks))
                : host.disk.restarted();
        host.start(false);
    }

    /** Lets time pass. */
    void run(long span) {
        runUntil(span, () -> false);
    }

    /** Lets time pass until something is so; false if it is not so by then. */
    boolean runUntil(long span, BooleanSupplier condition) {
        long end = now + span;
        while (!condition.getAsBoolean()) {
            Event next = events.peek();
            if (next == null || next.at > end) {
                now = end;
                return condition.getAsBoolean();
            }
            events.remove();
            now = next.at;
            next.action.run();
        }
        return true;
    }

    /** Does something before the next message arrives. */
    void soon(Runnable action) {
        at(now, action);
    }

    // ---- what a script sees ----

    RecoveryStatus status(int id) {
        Protocol node = hosts.get(id).node;
        RecoveryStatus status = node == null ? null : node.status(now);
        if (status == null) {
            throw new IllegalStateException("node " + id + " has no status");
        }
        return status;
    }

    boolean isValid(int id) {
        return status(id).token() && status(id).validFor() > 0;
    }

    boolean isGranted(int id) {
        return hosts.get(id).granted;
    }

    /** The node's client has what it got last, and its lease is not over. */
    boolean holds(int id) {
        return hosts.get(id).grant != null && hosts.get(id).leasedUntil > now;
    }

    /** The fencing token of what the node's client got last; 0 if it has nothing. */
    long number(int id) {
        PermitGrant grant = hosts.get(id).grant;
        return grant == null ? 0 : grant.number();
    }

    /** Two valid tokens at once; null if that has never been so. */
    @Nullable
    String wrong() {
        return wrong;
    }

    private void at(long time, Runnable action) {
        events.add(new Event(time, order++, action));
    }

    private void judge() {
        int valid = -1;
        for (Host host : hosts) {
            if (host.node != null && isValid(host.id)) {
                if (valid >= 0 && wrong == null) {
                    wrong = "nodes " + valid + " and " + host.id + " have valid tokens at " + now;
                }
                valid = host.id;
            }
        }
    }
}
