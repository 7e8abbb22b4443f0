package io.meshlock.simulator;

import io.meshlock.simulator.Failures.Fault;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.network.LinkChanges;
import io.meshlock.simulator.network.Network;

/**
 * What a person may do to a {@link World} between two of its events, and see of it. Everything happens at the world's present
 * instant, through the same parts that act by themselves, so the journal and the checkers hear of it in the same words.
 *
 * <p>What cannot be done here and now throws {@link IllegalArgumentException} with the reason, and changes nothing.
 */
public final class WorldControls {

    /** As a hold time: until the permits are given back by hand. */
    public static final long UNTIL_RELEASED = Clients.BY_HAND;

    /** What may happen to a node of an algorithm whose nodes come and go. */
    public enum Absence {
        /** It leaves in good order and can be reached. */
        DOZE(FaultInjector.DOZE),
        /** It leaves in good order and cannot be reached. */
        DISCONNECT(FaultInjector.DISCONNECT),
        /** It cannot be reached, without having known before. */
        OUTAGE(FaultInjector.OUTAGE),
        /** It loses its memory. */
        REBOOT(FaultInjector.REBOOT);

        private final int kind;

        Absence(int kind) {
            this.kind = kind;
        }
    }

    private final EventQueue queue;
    private final Network network;
    private final LinkChanges changes;
    private final Clients clients;
    private final Nodes nodes;
    private final Hosts hosts;
    private final FaultInjector faults;
    private final boolean hostsMayFail;
    private final boolean absences;

    WorldControls(WorldSpec spec, WorldParts parts) {
        queue = parts.queue;
        network = parts.network;
        changes = parts.changes;
        clients = parts.clients;
        nodes = parts.nodes;
        hosts = parts.hosts;
        faults = parts.faults;
        hostsMayFail = spec.hostsMayFail();
        absences = !spec.failures().absences().isNone();
    }

    // ---- requests ----

    /**
     * A person asks at a node.
     *
     * @param hold how long the permits are held, in ticks, or {@link #UNTIL_RELEASED}
     * @return the request's id
     */
    public long request(int node, int permits, int priority, long deadline, long hold) {
        checkNode(node);
        if (!hosts.isUp(node)) {
            throw new IllegalArgumentException("node " + node + " is not there to ask");
        }
        return clients.askByHand(node, permits, priority, deadline, hold, nodes);
    }

    /** A request that waits is taken back; one that holds permits gives them back. */
    public void end(long request) {
        int node = clients.nodeOfRequest(request);
        if (node >= 0 && (isDown(node) || isPaused(node))) {
            throw new IllegalArgumentException("node " + node + " stands still");
        }
        if (!clients.endByHand(request, nodes)) {
            throw new IllegalArgumentException("request " + request + " is over already");
        }
    }

    // ---- links ----

    public boolean isLinked(int a, int b) {
        return network.isUp(a, b);
    }

    public void form(int a, int b) {
        checkNode(a);
        checkNode(b);
        if (a == b || network.isUp(a, b)) {
            throw new IllegalArgumentException("nodes " + a + " and " + b + " cannot get another link");
        }
        if (isDown(a) || isDown(b)) {
            throw new IllegalArgumentException("one of nodes " + a + " and " + b + " is down");
        }
        changes.form(a, b);
    }

    public void cut(int a, int b) {
        checkNode(a);
        checkNode(b);
        if (!network.isUp(a, b)) {
            throw new IllegalArgumentException("nodes " + a + " and " + b + " have no link");
        }
        changes.cut(a, b);
    }

    public Network network() {
        return network;
    }

    // ---- hosts and operators ----

    /** True if hosts may fail in this world. */
    public boolean mayFail() {
        return hostsMayFail;
    }

    /** True if nodes of this world may come and go. */
    public boolean mayBeAway() {
        return absences;
    }

    /** Something happens to a host, or an operator does something. */
    public void inflict(Fault fault) {
        if (!hostsMayFail && !(fault instanceof Fault.Resize)) {
            throw new IllegalArgumentException("nothing fails in this world");
        }
        faults.perform(fault);
    }

    /** A node goes away for as long as the world's settings say. */
    public void leave(int node, Absence how) {
        checkNode(node);
        if (!absences || !hosts.isUp(node)) {
            throw new IllegalArgumentException("node " + node + " cannot go away now");
        }
        faults.begin(node, how.kind);
    }

    public void comeBack(int node) {
        checkNode(node);
        if (!hosts.isAway(node)) {
            throw new IllegalArgumentException("node " + node + " is not away");
        }
        hosts.comeBack(node);
    }

    public boolean isDown(int node) {
        return hosts.isDown(node);
    }

    public boolean isPaused(int node) {
        return hosts.isPaused(node);
    }

    public boolean isAway(int node) {
        return hosts.isAway(node);
    }

    /** How many events are still to come, of whatever kind. */
    public int pending() {
        return queue.size();
    }

    private void checkNode(int node) {
        if (node < 0 || node >= network.nodes()) {
            throw new IllegalArgumentException("there is no node " + node);
        }
    }
}
