package io.meshlock.simulator.narrative;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.Input;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.simulator.InitialTokens;
import io.meshlock.simulator.mesh.Links;
import io.meshlock.simulator.mesh.MeshNodes;
import io.meshlock.simulator.mesh.TimerTable;
import java.util.ArrayList;
import java.util.List;

/**
 * A mesh of a few named nodes that runs one algorithm by hand: FIFO links, one message at a time, everything that
 * happens written down in plain words. It also judges: it knows who waits, who is inside, and refuses to go on if more
 * than k permits are held at once.
 */
public final class NarrativeMesh {

    /** How often all timers fire before a mesh that is still waiting counts as busy for ever. */
    private static final int FINISH_ROUNDS = 50;

    private final Algorithm algorithm;
    private final Topology topology;
    private final boolean anybody;
    private final MeshNodes nodes;
    private final Links links;
    private final Clock clock;
    private final Clients clients;
    private final List<String> log = new ArrayList<>();
    private int deliveries;

    public NarrativeMesh(Algorithm algorithm, Topology topology, MeshSettings settings) {
        this.algorithm = algorithm;
        this.topology = topology;
        this.anybody = algorithm.guarantees().reach() == Guarantees.Reach.ANYBODY;
        this.clock = new Clock(topology.size());
        this.clients = new Clients(topology.names(), settings.pool().permits());
        int[][] neighbours = topology.neighbours();
        this.nodes = new MeshNodes(
                topology.size(),
                algorithm,
                new InitialTokens(algorithm, settings.pool(), settings.options(), settings.lossy(), neighbours));
        this.links = new Links(topology.size());
        for (int node = 0; node < topology.size(); node++) {
            for (int peer : neighbours[node]) {
                links.form(node, peer);
            }
        }
    }

    // ---- clients ----

    /** Asks for permits; returns the request's name: the node's name and a counter, as in {@code b1}. */
    public String request(String node, int howMany, int priority) {
        return request(node, howMany, priority, PermitRequest.NO_DEADLINE, false);
    }

    /** Asks for permits; once, if the request does not wait. */
    public String request(String node, int howMany, int priority, long deadline, boolean once) {
        int number = topology.number(node);
        String name = clients.name(number);
        log.add(node + (once ? " tries " : " wants ") + howMany + (howMany == 1 ? " permit: " : " permits: ") + name);
        PermitRequest request = new PermitRequest(clients.serial(name), howMany, priority, deadline, once);
        step(number, new Input.RequestPermits(request));
        return name;
    }

    /** Gives back the permits that the named request holds. */
    public void release(String name) {
        long grant = clients.leave(name);
        log.add(name + " leaves");
        step(clients.node(name), new Input.ReleaseGrant(grant));
    }

    /** Gives back half of the permits that the named request holds. */
    public void giveBackHalf(String name) {
        PermitGrant part = clients.giveBackHalf(name);
        log.add(name + " gives back slots " + part.slots());
        step(clients.node(name), new Input.GiveBack(part.number(), part.slots()));
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

    private boolean deliver(int way, int nth) {
        if (links.inFlight(way) < nth) {
            return false;
        }
        Message message = links.take(way, nth - 1);
        int from = links.from(way);
        int to = links.to(way);
        if (nodes.isOff(to)) {
            lost(way, message);
            return true;
        }
        deliveries++;
        log.add(name(to) + " receives " + message + " from " + name(from));
        step(to, new Input.Receive(from, message));
        return true;
    }

    /** A message on its way is lost. */
    public void lose(String from, String to, int nth) {
        int way = way(from, to);
        lost(way, links.take(way, nth - 1));
    }

    /** A message on its way is doubled; the copy is the youngest. */
    public void copy(String from, String to, int nth) {
        int way = way(from, to);
        Message message = links.peek(way, nth - 1);
        links.put(way, message);
        log.add("doubled: " + from + " -> " + to + " " + message);
    }

    private void lost(int way, Message message) {
        log.add("lost: " + describe(way, message));
    }

    private String describe(int way, Message message) {
        return name(links.from(way)) + " -> " + name(links.to(way)) + " " + message;
    }

    private int way(String from, String to) {
        return links.way(topology.number(from), topology.number(to));
    }

    /**
     * Delivers everything, one message per link in turn, until nothing is in flight; false if still busy at the cap.
     */
    public boolean deliverAll(int cap) {
        int end = deliveries + cap;
        while (!isQuiet()) {
            for (int way = 0; way < links.ways(); way++) {
                if (deliveries == end) {
                    return isQuiet();
                }
                deliver(way, 1);
            }
        }
        return true;
    }

    /** Delivers everything and releases all grants, again and again, until no request is inside. */
    public boolean finish(int cap) {
        boolean quiet = serveAll(cap);
        for (int rounds = 0; anybody && quiet && !clock.timers().running().isEmpty(); rounds++) {
            if (rounds == FINISH_ROUNDS) {
                return false;
            }
            for (int timer : clock.timers().running().sorted()) {
                fire(timer);
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
        return links.busy().isEmpty();
    }

    /** What is in flight, one line per message. */
    public List<String> inFlight() {
        List<String> lines = new ArrayList<>();
        for (int way : links.busy().sorted()) {
            for (int place = 0; place < links.inFlight(way); place++) {
                lines.add(describe(way, links.peek(way, place)));
            }
        }
        return lines;
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
        nodes.switchOff(topology.number(node));
    }

    /** The node is awake, or can be reached again. */
    public void comeBack(String node) {
        log.add(node + " is back");
        nodes.switchOn(topology.number(node));
        step(topology.number(node), new Input.ComeBack());
    }

    /** The node loses its memory and starts again; its clients are gone. */
    public void reboot(String node) {
        int number = topology.number(node);
        List<String> gone = clients.forget(number);
        log.add(node + " starts again without its memory"
                + (gone.isEmpty() ? "" : "; gone: " + String.join(" ", gone)));
        clock.timers().stopAll(number);
        nodes.reboot(number);
    }

    void remember(int node, int incarnation) {
        nodes.remember(node, incarnation);
    }

    /** A timer runs out, no matter when it is due. */
    public void fire(String node, int id) {
        int timer = TimerTable.timer(topology.number(node), id);
        if (!clock.timers().running().contains(timer)) {
            throw new IllegalArgumentException("timer " + id + " of " + node + " does not run");
        }
        fire(timer);
    }

    private void fire(int timer) {
        int node = TimerTable.node(timer);
        clock.timers().stop(timer);
        log.add(name(node) + "'s timer " + TimerTable.id(timer) + " fires");
        step(node, new Input.TimerFired(TimerTable.id(timer)));
    }

    // ---- links and time ----

    /** Brings a link up at both ends. */
    public void link(String one, String other) {
        int a = topology.number(one);
        int b = topology.number(other);
        if (!links.canForm(a, b)) {
            throw new IllegalArgumentException("link " + one + "-" + other + " is not down at both ends");
        }
        links.form(a, b);
        log.add("link " + one + "-" + other + " is up");
        step(a, new Input.LinkUp(b));
        step(b, new Input.LinkUp(a));
    }

    /** Takes a link down at both ends, after everything in flight on it has arrived, or losing it. */
    public void cut(String one, String other, boolean losing) {
        int a = topology.number(one);
        int b = topology.number(other);
        checkLinked(one, other);
        int there = links.way(a, b);
        int back = links.way(b, a);
        for (int drained = 0; !losing && drained < 1_000; drained++) {
            if (!deliver(there, 1) && !deliver(back, 1)) {
                break;
            }
        }
        for (int way : new int[] {there, back}) {
            while (links.inFlight(way) > 0) {
                lost(way, links.take(way));
            }
        }
        links.cut(a, b);
        log.add("link " + one + "-" + other + " is down");
        step(a, new Input.LinkDown(b));
        step(b, new Input.LinkDown(a));
    }

    /**
     * The link dies and only {@code one} notices. The oldest {@code kept} messages under way to {@code other} may still
     * be delivered, until it notices, too; all others are lost.
     */
    public void die(String one, String other, int kept) {
        int a = topology.number(one);
        int b = topology.number(other);
        checkLinked(one, other);
        loseAllBut(links.way(b, a), 0);
        loseAllBut(links.way(a, b), kept);
        links.die(a, b);
        log.add("link " + one + "-" + other + " is down, and " + other + " has not noticed");
        step(a, new Input.LinkDown(b));
    }

    private void checkLinked(String one, String other) {
        if (!links.areLinked(topology.number(one), topology.number(other))) {
            throw new IllegalArgumentException("no link " + one + "-" + other);
        }
    }

    /** The second end of a link that {@linkplain #die died} notices. */
    public void notice(String one, String other) {
        int end = topology.number(one);
        int far = topology.number(other);
        if (!links.unnoticed().contains(links.way(end, far))) {
            throw new IllegalArgumentException(one + " has nothing to notice about " + other);
        }
        loseAllBut(links.way(far, end), 0);
        links.noticed(end, far);
        log.add(one + " notices that link " + one + "-" + other + " is down");
        step(end, new Input.LinkDown(far));
    }

    private void loseAllBut(int way, int kept) {
        while (links.inFlight(way) > kept) {
            lost(way, links.takeYoungest(way));
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
        for (int timer = clock.advance(end); timer >= 0; timer = clock.advance(end)) {
            fire(timer);
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
        return links.isUp(way(from, to));
    }

    public int deliveries() {
        return deliveries;
    }

    public String describe(String node) {
        return node + ": " + nodes.protocol(topology.number(node)).describe();
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
        return algorithm.guarantees().tokens() != Guarantees.Tokens.NONE;
    }

    private void step(int node, Input input) {
        if (anybody) {
            clock.tick(); // so that no two inputs have the same time
        }
        nodes.protocol(node).step(clock.at(node), input, new NarratedEffects(this, node, topology, clients, log));
    }

    void carry(int from, int to, Message message) {
        int way = links.way(from, to);
        if (nodes.isOff(from)) {
            lost(way, message);
        } else if (links.isUp(way)) {
            links.put(way, message);
        } else {
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
