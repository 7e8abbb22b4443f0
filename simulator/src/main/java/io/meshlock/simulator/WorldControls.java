package io.meshlock.simulator;

import io.meshlock.simulator.Failures.Mishap;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.network.LinkChanges;
import io.meshlock.simulator.network.Network;
import org.jspecify.annotations.Nullable;

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
        DOZE(HostModes.DOZE),
        /** It leaves in good order and cannot be reached. */
        DISCONNECT(HostModes.DISCONNECT),
        /** It cannot be reached, without having known before. */
        OUTAGE(HostModes.OUTAGE),
        /** It loses its memory. */
        REBOOT(HostModes.REBOOT);

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
    private final @Nullable Machines machines;
    private final @Nullable Mishaps mishaps;
    private final @Nullable HostModes modes;

    WorldControls(
            EventQueue queue,
            Network network,
            LinkChanges changes,
            Clients clients,
            Nodes nodes,
            @Nullable Machines machines,
            @Nullable Mishaps mishaps,
            @Nullable HostModes modes) {
        this.queue = queue;
        this.network = network;
        this.changes = changes;
        this.clients = clients;
        this.nodes = nodes;
        this.machines = machines;
        this.mishaps = mishaps;
        this.modes = modes;
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
        if (isDown(node) || isPaused(node) || isAway(node)) {
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

    // ---- machines and operators ----

    /** True if machines may fail in this world. */
    public boolean hasMachines() {
        return machines != null;
    }

    /** True if nodes of this world may come and go. */
    public boolean hasAbsences() {
        return modes != null;
    }

    /** Something happens to a machine, or an operator does something. */
    public void inflict(Mishap mishap) {
        if (mishaps != null) {
            mishaps.perform(mishap);
        } else if (mishap instanceof Mishap.Resize resize) {
            checkNode(resize.node());
            nodes.resize(resize.node(), resize.permits());
        } else {
            throw new IllegalArgumentException("nothing fails in this world");
        }
    }

    /** A node goes away for as long as the world's settings say. */
    public void leave(int node, Absence how) {
        checkNode(node);
        if (modes == null || modes.isAway(node)) {
            throw new IllegalArgumentException("node " + node + " cannot go away now");
        }
        modes.begin(node, how.kind);
    }

    public void comeBack(int node) {
        checkNode(node);
        if (modes == null || !modes.isAway(node)) {
            throw new IllegalArgumentException("node " + node + " is not away");
        }
        modes.comeBack(node);
    }

    public boolean isDown(int node) {
        return machines != null && machines.isDown(node);
    }

    public boolean isPaused(int node) {
        return machines != null && !machines.isUp(node) && !machines.isDown(node);
    }

    public boolean isAway(int node) {
        return modes != null && modes.isAway(node);
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
