package io.meshlock.protocol.recovery;

import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Epoch;
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
import io.meshlock.protocol.registry.Algorithms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A few nodes in virtual time, with clocks of their own, links that die with the messages on them, datagrams that get lost,
 * crashes and pauses. It judges by true time: a grant is valid until its client's own clock shows the end of its lease, even
 * if the client's host has crashed.
 *
 * <p>The simulator's world models the same faults, but this module cannot see it: the tests of recovery belong next to
 * recovery and must run without it. The world also takes its script in advance, whereas these tests act on what they have
 * seen so far.
 */
final class TinyMesh {

    /** The parameters of a run. */
    record Shape(int nodes, int permits, Map<String, Long> options, long driftPpm, long delay, double loss) {

        int voters() {
            return options.getOrDefault("voters", 7L).intValue();
        }
    }

    private record Event(long at, long order, Runnable action) {}

    /** A grant as its client sees it. */
    static final class Held {
        final PermitGrant grant;
        final Node at;
        final int incarnation;
        long until;
        boolean over;

        Held(PermitGrant grant, Node at) {
            this.grant = grant;
            this.at = at;
            this.incarnation = at.incarnations;
        }
    }

    /** One host with its node. */
    final class Node {
        final int id;
        final long offset;
        final long rate;
        final Map<Long, Held> held = new TreeMap<>();
        final List<Long> waiting = new ArrayList<>();
        final List<Step> late = new ArrayList<>();
        final Map<Integer, Long> timers = new TreeMap<>();

        @Nullable
        Protocol protocol;

        DurableState disk;
        int incarnations;
        long pausedUntil;
        int cutAfter = Integer.MAX_VALUE;
        int lost;
        int laterSelves;
        boolean mayLeave;

        Node(int id) {
            this.id = id;
            this.offset = random.nextInt(1_000_000) - 500_000L;
            this.rate =
                    1_000_000 + (shape.driftPpm == 0 ? 0 : random.nextLong(2 * shape.driftPpm + 1) - shape.driftPpm);
            this.disk = DurableState.ofMesh(id, shape.nodes, shape.permits, shape.voters());
        }

        long local(long time) {
            return offset + Math.floorDiv(time * rate, 1_000_000);
        }

        boolean isUp() {
            return protocol != null;
        }
    }

    private final Shape shape;
    private final Random random;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>((a, b) -> a.at != b.at ? Long.compare(a.at, b.at) : Long.compare(a.order, b.order));
    private final boolean[][] links;
    private final long[][] generation;
    private final long[][] lastArrival;
    private final long[] highestPerSlot;
    final List<Node> nodes = new ArrayList<>();
    final List<Held> everHeld = new ArrayList<>();
    final List<String> recoveries = new ArrayList<>();
    final List<String> violations = new ArrayList<>();
    final Map<String, Integer> sent = new TreeMap<>();
    final Map<String, Long> bytes = new TreeMap<>();
    private long order;
    private long nextRequest = 1;
    private long highestDecided;
    private long lastDisk;
    long now;
    double loss;
    Consumer<Held> onGrant = held -> {};

    @Nullable
    List<String> log;

    TinyMesh(Shape shape, long seed) {
        this(shape, seed, List.of());
    }

    /** A mesh whose pool begins with these first voters; if there are none, it has begun. */
    TinyMesh(Shape shape, long seed, List<Integer> founders) {
        this.shape = shape;
        this.random = new Random(seed);
        this.loss = shape.loss;
        int n = shape.nodes;
        links = new boolean[n][n];
        generation = new long[n][n];
        lastArrival = new long[n][n];
        highestPerSlot = new long[shape.permits + 1];
        for (int i = 0; i < n; i++) {
            Node node = new Node(i);
            nodes.add(node);
            if (!founders.isEmpty()) {
                node.disk = DurableState.founding(i, Incarnation.first(++lastDisk), founders, shape.permits);
            }
            node.protocol = create(node, i == 0 && founders.isEmpty());
        }
    }

    private Protocol create(Node node, boolean bootstrapNode) {
        Setup setup = Setup.of(node.id, PoolSettings.permits(shape.permits))
                .bootstrap(bootstrapNode)
                .tokens(bootstrapNode ? 1 : 0)
                .distance(bootstrapNode ? 0 : shape.nodes)
                .meshSize(shape.nodes)
                .options(Options.of(shape.options))
                .durable(node.disk)
                .build();
        return Algorithms.named("prioritized").create(setup);
    }

    // ---- actions of tests ----

    void linkAll() {
        for (int a = 0; a < shape.nodes; a++) {
            for (int b = a + 1; b < shape.nodes; b++) {
                setLink(a, b, true);
            }
        }
    }

    void setLink(int a, int b, boolean up) {
        if (links[a][b] == up || (up && (!nodes.get(a).isUp() || !nodes.get(b).isUp()))) {
            return;
        }
        links[a][b] = links[b][a] = up;
        generation[a][b] = ++generation[b][a];
        if (up) {
            input(nodes.get(a), (p, at, out) -> p.linkUp(at, b, out));
            input(nodes.get(b), (p, at, out) -> p.linkUp(at, a, out));
        } else {
            input(nodes.get(a), (p, at, out) -> p.linkDown(at, b, out));
            input(nodes.get(b), (p, at, out) -> p.linkDown(at, a, out));
        }
    }

    boolean isLinked(int a, int b) {
        return links[a][b];
    }

    long request(int id, int permits) {
        Node node = nodes.get(id);
        long request = nextRequest++;
        node.waiting.add(request);
        input(node, (p, at, out) -> p.request(at, PermitRequest.of(request, permits), out));
        return request;
    }

    void cancel(int id, long request) {
        input(nodes.get(id), (p, at, out) -> p.cancel(at, request, out));
    }

    void release(Held held) {
        if (!held.over && held.at.isUp() && held.incarnation == held.at.incarnations) {
            held.over = true;
            held.at.held.remove(held.grant.number());
            input(held.at, (p, at, out) -> p.release(at, held.grant.number(), out));
        }
    }

    /** The mesh is to keep this grant for so long. */
    void keep(Held held, long time) {
        input(held.at, (protocol, now, out) -> protocol.keep(now, held.grant.number(), time, out));
    }

    void crash(int id) {
        Node node = nodes.get(id);
        if (!node.isUp()) {
            return;
        }
        say("crash of " + id);
        node.protocol = null;
        node.incarnations++;
        node.timers.clear();
        node.waiting.clear();
        node.late.clear();
        node.held.clear();
        node.pausedUntil = 0;
        node.cutAfter = Integer.MAX_VALUE;
        for (int other = 0; other < shape.nodes; other++) {
            if (links[id][other]) {
                links[id][other] = links[other][id] = false;
                generation[id][other] = ++generation[other][id];
                input(nodes.get(other), (p, at, out) -> p.linkDown(at, id, out));
            }
        }
    }

    /** The node restarts, with its durable state or on a new disk. */
    void restart(int id, boolean newDisk) {
        Node node = nodes.get(id);
        if (node.isUp()) {
            return;
        }
        say("restart of " + id + (newDisk ? " on a new disk" : ""));
        restart(
                id,
                newDisk || !node.disk.isSeated()
                        ? DurableState.fresh(Incarnation.first(++lastDisk))
                        : node.disk.restarted());
    }

    /** The node, which is down, restarts and finds this on its disk. */
    void restart(int id, DurableState found) {
        Node node = nodes.get(id);
        node.disk = found;
        node.protocol = create(node, false);
    }

    void pause(int id, long span) {
        Node node = nodes.get(id);
        if (node.isUp()) {
            node.pausedUntil = Math.max(node.pausedUntil, now + span);
        }
    }

    void leave(int id) {
        input(nodes.get(id), (p, at, out) -> p.leave(at, out));
    }

    void resize(int id, int permits) {
        input(nodes.get(id), (p, at, out) -> p.resize(at, permits, out));
    }

    void recover(int id) {
        input(nodes.get(id), (p, at, out) -> p.recover(at, out));
    }

    void forget(int id, int member) {
        input(nodes.get(id), (p, at, out) -> p.forget(at, member, out));
    }

    /** The node crashes in the middle of its next input. */
    void cutSoon(int id) {
        nodes.get(id).cutAfter = random.nextInt(5);
    }

    /** A message that nobody sent. */
    void forge(int from, int to, Message message) {
        input(nodes.get(to), (p, at, out) -> p.receive(at, from, message, out));
    }

    void after(long span, Runnable action) {
        events.add(new Event(now + span, order++, action));
    }

    void runFor(long span) {
        long end = now + span;
        while (!events.isEmpty() && events.peek().at <= end) {
            Event event = events.remove();
            now = Math.max(now, event.at);
            event.action.run();
        }
        now = end;
    }

    RecoveryStatus status(int id) {
        Node node = nodes.get(id);
        Protocol protocol = node.protocol;
        RecoveryStatus status = protocol == null ? null : protocol.status(node.local(now));
        if (status == null) {
            throw new IllegalStateException("node " + id + " is down");
        }
        return status;
    }

    int holder() {
        for (Node node : nodes) {
            if (node.isUp() && status(node.id).token()) {
                return node.id;
            }
        }
        return -1;
    }

    // ---- inputs and effects ----

    private interface Step {
        void on(Protocol protocol, long at, Effects out);
    }

    private void input(Node node, Step step) {
        if (node.pausedUntil > now || !node.late.isEmpty()) {
            if (node.late.isEmpty()) {
                wakeAt(node, node.pausedUntil);
            }
            node.late.add(step);
        } else {
            inputNow(node, step);
        }
    }

    private void wakeAt(Node node, long time) {
        int incarnation = node.incarnations;
        events.add(new Event(time, order++, () -> {
            if (incarnation != node.incarnations) {
                return;
            }
            if (node.pausedUntil > now) {
                wakeAt(node, node.pausedUntil);
                return;
            }
            while (incarnation == node.incarnations && !node.late.isEmpty()) {
                inputNow(node, node.late.remove(0));
            }
        }));
    }

    private void inputNow(Node node, Step step) {
        Protocol protocol = node.protocol;
        if (protocol == null) {
            return;
        }
        List<Consumer<Node>> effects = new ArrayList<>();
        step.on(protocol, node.local(now), new Recorded(effects));
        int cut = node.cutAfter;
        for (int i = 0; i < effects.size(); i++) {
            if (i == cut) {
                crash(node.id);
                return;
            }
            effects.get(i).accept(node);
        }
        if (cut < Integer.MAX_VALUE) {
            node.cutAfter = Math.max(0, cut - effects.size());
        }
    }

    private final class Recorded implements Effects {
        private final List<Consumer<Node>> effects;

        Recorded(List<Consumer<Node>> effects) {
            this.effects = effects;
        }

        @Override
        public void send(int to, Message message) {
            effects.add(node -> transmit(node.id, to, message));
        }

        @Override
        public void granted(PermitGrant grant) {
            effects.add(node -> enter(node, grant));
        }

        @Override
        public void leased(long grant, long validUntil) {
            effects.add(node -> {
                Held held = node.held.get(grant);
                if (held != null) {
                    boolean first = held.until == Long.MIN_VALUE;
                    boolean goesOn = isValid(held); // then there is no more out than before
                    held.until = validUntil;
                    say(node.id + (first ? " may use " : " may go on using ") + grant + " for "
                            + (validUntil - node.local(now)));
                    if (!goesOn) {
                        judge();
                    }
                    if (first) {
                        onGrant.accept(held);
                    }
                }
            });
        }

        @Override
        public void lost(long grant) {
            effects.add(node -> {
                Held held = node.held.remove(grant);
                node.lost++;
                if (held != null) {
                    held.over = true;
                    say(node.id + " lost " + grant);
                }
            });
        }

        @Override
        public void heardOfLaterSelf() {
            effects.add(node -> node.laterSelves++);
        }

        @Override
        public void mayLeave() {
            effects.add(node -> node.mayLeave = true);
        }

        @Override
        public void rejected(long request, Rejection why) {
            throw new IllegalStateException("rejected: " + why);
        }

        @Override
        public void withdrawn(long request) {
            effects.add(node -> node.waiting.remove(request));
        }

        @Override
        public void setTimer(int timer, long delay) {
            effects.add(node -> startTimer(node, timer, delay));
        }

        @Override
        public void keep(DurableState durable) {
            effects.add(node -> node.disk = durable);
        }

        @Override
        public void recovered(Epoch epoch, String how) {
            effects.add(node -> {
                recoveries.add(epoch + ": " + how);
                say(node.id + " makes epoch " + epoch + ": " + how);
            });
        }

        @Override
        public void decided(long number, Key key) {
            effects.add(node -> {
                say(node.id + " decides " + number + " for " + key);
                if (number <= highestDecided) {
                    violations.add(now + ": number " + number + " after " + highestDecided);
                }
                highestDecided = Math.max(highestDecided, number);
            });
        }
    }

    private void startTimer(Node node, int timer, long delay) {
        long id = order++;
        node.timers.put(timer, id);
        long span = Math.max(1, Math.floorDiv(delay * 1_000_000 + node.rate - 1, node.rate));
        int incarnation = node.incarnations;
        events.add(new Event(now + span, order++, () -> {
            if (incarnation == node.incarnations && Long.valueOf(id).equals(node.timers.get(timer))) {
                input(node, (p, at, out) -> {
                    if (Long.valueOf(id).equals(node.timers.get(timer))) {
                        node.timers.remove(timer);
                        p.timerFired(at, timer, out);
                    }
                });
            }
        }));
    }

    private void transmit(int from, int to, Message message) {
        if (!links[from][to]) {
            return;
        }
        sent.merge(message.type(), 1, Integer::sum);
        bytes.merge(message.type(), (long) message.bytes(), Long::sum);
        say(from + " -> " + to + " " + message);
        boolean datagram = message.isDatagram();
        if (datagram && random.nextDouble() < loss) {
            return;
        }
        long arrival = now + 1 + random.nextLong(shape.delay);
        if (datagram && loss > 0 && random.nextInt(20) == 0) {
            arrival += random.nextLong(20 * shape.delay);
        }
        if (!datagram) {
            arrival = Math.max(arrival, lastArrival[from][to]);
            lastArrival[from][to] = arrival;
        }
        long born = generation[from][to];
        events.add(new Event(arrival, order++, () -> {
            if (generation[from][to] == born && links[from][to]) {
                Node target = nodes.get(to);
                input(target, (p, at, out) -> {
                    if (generation[from][to] == born) {
                        p.receive(at, from, message, out);
                    }
                });
            }
        }));
    }

    // ---- judging ----

    private void enter(Node node, PermitGrant grant) {
        Held held = new Held(grant, node);
        held.until = Long.MIN_VALUE;
        node.held.put(grant.number(), held);
        node.waiting.remove(grant.request());
        everHeld.add(held);
        say(node.id + " has " + grant);
        for (int i = 0; i < grant.slots().count(); i++) {
            int slot = grant.slots().at(i);
            if (grant.number() <= highestPerSlot[slot]) {
                // A late grant that a fenced resource would refuse; whether it is valid is checked by time.
                say("late number " + grant.number());
            }
            highestPerSlot[slot] = Math.max(highestPerSlot[slot], grant.number());
        }
    }

    private boolean isValid(Held held) {
        return !held.over && held.at.local(now) < held.until;
    }

    private void judge() {
        everHeld.removeIf(held -> !isValid(held) && held.until != Long.MIN_VALUE);
        int out = 0;
        long[] owner = new long[shape.permits + 1];
        for (Held held : everHeld) {
            if (!isValid(held)) {
                continue;
            }
            out += held.grant.permits();
            for (int i = 0; i < held.grant.slots().count(); i++) {
                int slot = held.grant.slots().at(i);
                if (owner[slot] != 0) {
                    violations.add(now + ": slot " + slot + " by " + owner[slot] + " and " + held.grant.number());
                }
                owner[slot] = held.grant.number();
            }
        }
        if (out > shape.permits) {
            violations.add(now + ": " + out + " permits out of " + shape.permits);
        }
    }

    private void say(String line) {
        List<String> lines = log;
        if (lines != null) {
            lines.add(now + "  " + line);
        }
    }
}
