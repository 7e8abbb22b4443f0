package io.meshlock.simulator.narrative;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.Input;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Protocol;
import io.meshlock.simulator.InitialTokens;
import io.meshlock.simulator.narrative.NarrativeLinks.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A mesh of a few named nodes that runs one algorithm by hand: FIFO links, one message at a time, everything that
 * happens written down in plain words. It also judges: it knows who waits, who is inside, and refuses to go on if more
 * than k permits are held at once.
 */
public final class NarrativeMesh {

    /** So often everybody's timers run out before a mesh that waits for them counts as busy for ever. */
    private static final int FINISH_ROUNDS = 50;

    private final Algorithm algorithm;
    private final Topology topology;
    private final InitialTokens founding;
    private final boolean anybody;
    private final List<Protocol> nodes = new ArrayList<>();
    private final NarrativeLinks ways = new NarrativeLinks();
    private final Clock clock;
    private final Clients clients;
    private final List<String> log = new ArrayList<>();
    private final SortedSet<Integer> off = new TreeSet<>();
    private final int[] incarnations;
    private int deliveries;

    public NarrativeMesh(Algorithm algorithm, Topology topology, MeshSettings settings) {
        this.algorithm = algorithm;
        this.topology = topology;
        this.anybody = algorithm.promises().reach() == Guarantees.Reach.ANYBODY;
        this.incarnations = new int[topology.size()];
        this.clock = new Clock(topology.size());
        this.clients = new Clients(topology.names(), settings.pool().permits());
        int[][] neighbours = topology.neighbours();
        this.founding = new InitialTokens(algorithm, settings.pool(), settings.options(), settings.lossy(), neighbours);
        for (int node = 0; node < topology.size(); node++) {
            nodes.add(algorithm.create(founding.setup(node)));
            for (int peer : neighbours[node]) {
                ways.open(new Way(node, peer));
            }
        }
    }

    // ---- clients ----

    /** Asks for permits; returns the request's name: the node's name and a counter, as in {@code b1}. */
    public String request(String node, int howMany, int priority) {
        return request(node, howMany, priority, PermitRequest.NO_DEADLINE);
    }

    public String request(String node, int howMany, int priority, long deadline) {
        int number = topology.number(node);
        String name = clients.name(number);
        log.add(node + " wants " + howMany + (howMany == 1 ? " permit: " : " permits: ") + name);
        PermitRequest request = new PermitRequest(clients.serial(name), howMany, priority, deadline);
        step(number, new Input.RequestPermits(request));
        return name;
    }

    /** Gives back the permits that the named request holds. */
    public void release(String name) {
        long grant = clients.leave(name);
        log.add(name + " leaves");
        step(clients.node(name), new Input.ReleaseGrant(grant));
    }

    public void cancel(String name) {
        log.add(name + " is cancelled");
        step(clients.node(name), new Input.CancelRequest(clients.serial(name)));
    }

    // ---- messages ----

    /** Delivers the oldest message from one node to another; false if there is none. */
    public boolean deliver(String from, String to) {
        return deliver(from, to, 1);
    }

    /** Delivers the nth oldest message from one node to another; false if there are not so many. */
    public boolean deliver(String from, String to, int nth) {
        return deliver(way(from, to), nth);
    }

    private boolean deliver(Way way, int nth) {
        if (ways.size(way) < nth) {
            return false;
        }
        Message message = ways.take(way, nth);
        if (off.contains(way.to())) {
            lost(way, message);
            return true;
        }
        deliveries++;
        log.add(name(way.to()) + " receives " + message + " from " + name(way.from()));
        step(way.to(), new Input.Receive(way.from(), message));
        return true;
    }

    /** A message on its way is lost. */
    public void lose(String from, String to, int nth) {
        Way way = way(from, to);
        lost(way, ways.take(way, nth));
    }

    /** A message on its way is doubled; the copy is the youngest. */
    public void copy(String from, String to, int nth) {
        Way way = way(from, to);
        Message message = ways.peek(way, nth);
        ways.put(way, message);
        log.add("doubled: " + from + " -> " + to + " " + message);
    }

    private void lost(Way way, Message message) {
        log.add("lost: " + name(way.from()) + " -> " + name(way.to()) + " " + message);
    }

    private Way way(String from, String to) {
        return new Way(topology.number(from), topology.number(to));
    }

    /** Delivers everything, one message per link in turn, until nothing is in flight; false if still busy at the cap. */
    public boolean deliverAll(int cap) {
        int end = deliveries + cap;
        while (!isQuiet()) {
            for (Way way : ways.all()) {
                if (deliveries == end) {
                    return isQuiet();
                }
                deliver(way, 1);
            }
        }
        return true;
    }

    /** Delivers everything and lets everybody who is inside leave, again and again, until nobody is inside. */
    public boolean finish(int cap) {
        boolean quiet = serveAll(cap);
        for (int rounds = 0; anybody && quiet && clock.isTimed(); rounds++) {
            if (rounds == FINISH_ROUNDS) {
                return false;
            }
            for (int node = 0; node < nodes.size(); node++) {
                int whose = node;
                clock.running(node).forEach(timer -> fire(whose, timer));
            }
            quiet = serveAll(cap);
        }
        return quiet;
    }

    private boolean serveAll(int cap) {
        boolean quiet = deliverAll(cap);
        while (quiet && !clients.inside().isEmpty()) {
            clients.inside().forEach(this::release);
            quiet = deliverAll(cap);
        }
        return quiet;
    }

    public boolean isQuiet() {
        return ways.isQuiet();
    }

    /** What is in flight, one line per message. */
    public List<String> inFlight() {
        return ways.inFlight().stream()
                .map(each -> name(each.way().from()) + " -> " + name(each.way().to()) + " " + each.message())
                .toList();
    }

    // ---- nodes ----

    /** The node's operator wants the pool to have so many permits. */
    public void resize(String node, int permits) {
        log.add(node + "'s operator wants " + permits + (permits == 1 ? " permit" : " permits") + " in the pool");
        step(topology.number(node), new Input.Resize(permits));
    }

    /** The node wants to leave. */
    public void leave(String node) {
        log.add(node + " wants to leave");
        step(topology.number(node), new Input.Leave());
    }

    /** The node can neither be reached nor reach anybody. */
    public void switchOff(String node) {
        log.add(node + " cannot be reached");
        off.add(topology.number(node));
    }

    /** The node is awake, or can be reached again. */
    public void comeBack(String node) {
        log.add(node + " is back");
        off.remove(topology.number(node));
        step(topology.number(node), new Input.ComeBack());
    }

    /** The node loses its memory and starts again; its clients are gone. */
    public void reboot(String node) {
        int number = topology.number(node);
        List<String> gone = clients.forget(number);
        log.add(node + " starts again without its memory"
                + (gone.isEmpty() ? "" : "; gone: " + String.join(" ", gone)));
        clock.stopAll(number);
        nodes.set(number, algorithm.create(founding.setup(number).withIncarnation(++incarnations[number])));
    }

    void remember(int node, int incarnation) {
        incarnations[node] = Math.max(incarnations[node], incarnation);
    }

    /** A timer runs out, whatever the time. */
    public void fire(String node, int timer) {
        if (!clock.isRunning(topology.number(node), timer)) {
            throw new IllegalArgumentException("timer " + timer + " of " + node + " does not run");
        }
        fire(topology.number(node), timer);
    }

    private void fire(int node, int timer) {
        clock.stop(node, timer);
        log.add(name(node) + "'s timer " + timer + " fires");
        step(node, new Input.TimerFired(timer));
    }

    // ---- links and time ----

    /** Brings a link up at both ends. */
    public void link(String one, String other) {
        Way there = way(one, other);
        ways.open(there);
        ways.open(there.back());
        log.add("link " + one + "-" + other + " is up");
        step(there.from(), new Input.LinkUp(there.to()));
        step(there.to(), new Input.LinkUp(there.from()));
    }

    /** Takes a link down at both ends, after everything in flight on it has arrived, or losing it. */
    public void cut(String one, String other, boolean losing) {
        Way there = way(one, other);
        Way back = there.back();
        for (int drained = 0; !losing && drained < 1_000; drained++) {
            if (!deliver(there, 1) && !deliver(back, 1)) {
                break;
            }
        }
        for (Way way : List.of(there, back)) {
            List<Message> lost = ways.close(way);
            if (lost == null) {
                throw new IllegalArgumentException("no link " + one + "-" + other);
            }
            lost.forEach(message -> lost(way, message));
        }
        log.add("link " + one + "-" + other + " is down");
        step(there.from(), new Input.LinkDown(there.to()));
        step(there.to(), new Input.LinkDown(there.from()));
    }

    /**
     * The link dies and only {@code one} notices. The oldest {@code kept} messages under way to {@code other} may still be
     * delivered, until it notices, too; all others are lost.
     */
    public void die(String one, String other, int kept) {
        Way there = way(one, other);
        if (!ways.isOpen(there) || !ways.isOpen(there.back())) {
            throw new IllegalArgumentException("no link " + one + "-" + other);
        }
        lose(there.back(), 0);
        lose(there, kept);
        ways.close(there.back());
        log.add("link " + one + "-" + other + " is down, and " + other + " has not noticed");
        step(there.from(), new Input.LinkDown(there.to()));
    }

    /** The second end of a link that {@linkplain #die died} notices. */
    public void notice(String one, String other) {
        Way there = way(other, one);
        if (!ways.isOpen(there) || ways.isOpen(there.back())) {
            throw new IllegalArgumentException(one + " has nothing to notice about " + other);
        }
        lose(there, 0);
        ways.close(there);
        log.add(one + " notices that link " + one + "-" + other + " is down");
        step(there.to(), new Input.LinkDown(there.from()));
    }

    private void lose(Way way, int kept) {
        while (ways.size(way) > kept) {
            lost(way, ways.take(way, ways.size(way)));
        }
    }

    /** From now on the node's clock is so much ahead of the others, or behind. */
    public void skew(String node, long ahead) {
        log.add(node + "'s clock is " + Math.abs(ahead) + (ahead < 0 ? " behind" : " ahead"));
        clock.skew(topology.number(node), ahead);
    }

    /** Lets time pass; timers that run out fire, the earliest first. */
    public void pass(long duration) {
        long end = clock.now() + duration;
        for (Optional<Clock.Due> due = clock.advance(end); due.isPresent(); due = clock.advance(end)) {
            fire(due.get().node(), due.get().timer());
        }
    }

    // ---- judging ----

    /** The requests that wait, in the order in which they were made. */
    public List<String> waiting() {
        return clients.waiting();
    }

    /** The requests that hold permits, in the order in which they got them. */
    public List<String> inside() {
        return clients.inside();
    }

    /** Every request that was ever granted, in that order. */
    public List<String> served() {
        return clients.served();
    }

    public int freePermits() {
        return clients.free();
    }

    /** True if the first can send to the second. */
    public boolean isLinked(String from, String to) {
        return ways.isOpen(way(from, to));
    }

    public int deliveries() {
        return deliveries;
    }

    public String describe(String node) {
        return node + ": " + nodes.get(topology.number(node)).describe();
    }

    public List<String> names() {
        return topology.names();
    }

    /** What was written down since the last call. */
    public List<String> takeLog() {
        List<String> taken = List.copyOf(log);
        log.clear();
        return taken;
    }

    public boolean hasTokens() {
        return algorithm.promises().tokens() != Guarantees.Tokens.NONE;
    }

    private void step(int node, Input input) {
        if (anybody) {
            clock.tick(); // time enough for clocks to tell two inputs apart
        }
        nodes.get(node).step(clock.at(node), input, new NarratedEffects(this, node, topology, clients, log));
    }

    void carry(int from, int to, Message message) {
        Way way = new Way(from, to);
        if (off.contains(from)) {
            lost(way, message);
        } else if (!ways.put(way, message)) {
            log.add("lost: no link " + name(from) + "-" + name(to));
        }
    }

    void startTimer(int node, int timer, long delay) {
        clock.start(node, timer, delay);
    }

    private String name(int node) {
        return topology.names().get(node);
    }
}
