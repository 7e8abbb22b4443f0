package io.meshlock.simulator;

import io.meshlock.journal.Journal;
import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.RecoveryStatus;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.recovery.PeerState;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.engine.Feature;
import io.meshlock.simulator.inspect.GossipReader;
import java.util.Arrays;

/**
 * The hosts that nodes run on: they crash, start again, pause, doze and drop out of reach, as the {@link FaultInjector}
 * says. The state of a host decides what happens to the inputs of its node; see {@link HostInputs}.
 *
 * <ul>
 *   <li>A host that is away (it waits for leave, dozes or is off) runs, but its clients do not ask. While it is off,
 *       all messages to it and from it are lost.
 *   <li>A host that is paused handles its inputs when it resumes.
 *   <li>A host that is down drops its inputs. A crash may come between two effects of an input.
 * </ul>
 */
final class Hosts implements Feature {

    private enum State {
        UP,
        /** Wants to doze or to be switched off, and waits until it may leave. */
        LEAVING,
        DOZING,
        OFF,
        PAUSED,
        DOWN
    }

    /** Is told when hosts crash or leave. */
    interface Observer {

        /** A host went down: now, or within its latest input. */
        default void crashed(int node) {}

        /** A host that wanted to leave has left. */
        default void left(int node) {}
    }

    private static final int GOES_ON = -1;

    private final WorldSpec spec;
    private final InitialTokens initialTokens;
    private final EventQueue queue;
    private final Nodes nodes;
    private final NodeEffects effects;
    private final Clients clients;
    private final Timers timers;
    private final Clocks clocks;
    private final Journal journal;
    private final PausedInputs paused;
    private final TwinLinks twins;
    private final Disks disks;
    private final GossipReader gossip = new GossipReader();

    private final State[] states;
    /** The state that a host in state LEAVING wants to be in. */
    private final State[] goals;
    /** For a node that is about to crash: how many effects of its next input still happen. */
    private final int[] armed;
    /** How many nodes are about to crash. */
    private int doomed;
    /** Nodes whose operator wants them to leave the pool; they stay reachable, and their clients keep asking. */
    private final boolean[] dismissed;

    private Observer observer = new Observer() {};

    Hosts(
            WorldSpec spec,
            InitialTokens initialTokens,
            EventQueue queue,
            Nodes nodes,
            NodeEffects effects,
            Clients clients,
            Timers timers,
            Clocks clocks,
            PausedInputs paused,
            TwinLinks twins,
            Journal journal) {
        this.twins = twins;
        this.spec = spec;
        this.initialTokens = initialTokens;
        this.queue = queue;
        this.nodes = nodes;
        this.effects = effects;
        this.clients = clients;
        this.timers = timers;
        this.clocks = clocks;
        this.paused = paused;
        this.journal = journal;
        disks = new Disks(initialTokens, spec.nodes(), spec.hosts(), spec.hostsMayFail());
        states = new State[spec.hosts()];
        Arrays.fill(states, 0, spec.nodes(), State.UP);
        Arrays.fill(states, spec.nodes(), spec.hosts(), State.DOWN); // twins start later
        goals = states.clone();
        armed = new int[spec.hosts()];
        Arrays.fill(armed, GOES_ON);
        dismissed = new boolean[spec.hosts()];
    }

    void observe(Observer by) {
        observer = by;
    }

    boolean isUp(int node) {
        return states[node] == State.UP;
    }

    boolean isDown(int node) {
        return states[node] == State.DOWN;
    }

    boolean isPaused(int node) {
        return states[node] == State.PAUSED;
    }

    /** True if the node runs, but cannot be reached. */
    boolean isOff(int node) {
        return states[node] == State.OFF;
    }

    /** True if the node is in the middle of an absence, or about to begin one. */
    boolean isAway(int node) {
        State state = states[node];
        return state == State.LEAVING || state == State.DOZING || state == State.OFF;
    }

    /** True if the node is about to crash. */
    boolean isDoomed(int node) {
        return armed[node] != GOES_ON;
    }

    // ---- absences ----

    /** The node wants to doze or, if not {@code reachable}, to be switched off. */
    void leave(int node, boolean reachable) {
        states[node] = State.LEAVING;
        goals[node] = reachable ? State.DOZING : State.OFF;
        input(node, () -> nodes.leave(node));
    }

    /** The protocol says that the others can do without the node. */
    void mayLeave(int node) {
        if (states[node] == State.LEAVING) {
            states[node] = goals[node];
            observer.left(node);
        } else if (spec.failures().absences().isNone()) {
            journal.dispensable(queue.now(), node);
        }
    }

    /** The node cannot be reached from now on, without warning. */
    void turnOff(int node) {
        states[node] = State.OFF;
    }

    /** The node loses its memory, starts again at once, and cannot be reached for a while. */
    void reboot(int node) {
        states[node] = State.OFF;
        clients.forget(node, false, journal);
        timers.stopAll(node);
        nodes.replace(node, create(initialTokens.setup(node).withIncarnation(disks.nextIncarnation(node))));
    }

    /** The end of an absence. */
    void comeBack(int node) {
        states[node] = State.UP;
        input(node, () -> nodes.comeBack(node));
    }

    void remember(int node, int incarnation) {
        disks.remember(node, incarnation);
    }

    /** All nodes that are away come back. The injector heals those that are down or paused, after the network. */
    @Override
    public void heal() {
        for (int node = 0; node < states.length; node++) {
            if (isAway(node)) {
                comeBack(node);
            }
        }
    }

    // ---- crashes and pauses ----

    /** The node goes down; of its next input only the first effects happen. */
    void crashWithin(int node, int atMost) {
        arm(node, atMost);
    }

    /** The node goes down. Its links are up until somebody notices. */
    void crash(int node) {
        states[node] = State.DOWN;
        dismissed[node] = false;
        arm(node, GOES_ON);
        paused.clear(node);
        timers.stopAll(node);
        journal.crashed(queue.now(), node);
        clients.forget(node, true, journal);
        observer.crashed(node);
    }

    /** A node that is about to crash does not. */
    void spare(int node) {
        arm(node, GOES_ON);
    }

    private void arm(int node, int effectsLeft) {
        doomed += (effectsLeft == GOES_ON ? 0 : 1) - (isDoomed(node) ? 1 : 0);
        armed[node] = effectsLeft;
    }

    /** A node that is up and has a token that may grant; -1 if there is none. */
    int holder() {
        for (int node = 0; node < states.length; node++) {
            RecoveryStatus status = isUp(node) ? nodes.protocol(node).status(nodes.clock(node)) : null;
            if (status != null && status.token() && status.validFor() > 0) {
                return node;
            }
        }
        return -1;
    }

    void backUp(int node) {
        disks.backUp(node);
    }

    /** The next disk that is lost is followed by one whose number is too large. */
    void setClockAhead() {
        disks.setClockAhead();
    }

    /**
     * A host that never ran starts as another process of a node.
     *
     * @param copied with a copy of the node's disk that nobody notices; otherwise with a new one
     * @return the number of the seat on its disk, if that is a copy, or {@link Seat#NONE}
     */
    long startTwin(int host, int node, boolean copied) {
        if (copied) {
            disks.copyTo(host, node);
        }
        restart(host, !copied);
        return copied ? disks.seat(host) : Seat.NONE;
    }

    /** The disk of a host has this seat. */
    boolean hasSeat(int host, long seat) {
        return disks.hasSeat(host, seat);
    }

    /** How long from now until a host's clock has shown all of this span but the last instant. */
    long justBefore(int host, long span) {
        return clocks.instant(host, clocks.shown(host, queue.now()) + span) - queue.now() - 1;
    }

    /**
     * The disk of a node that is down is as it was when the latest copy was made. Returns true if a vote has forgotten
     * something by that.
     */
    boolean restoreDisk(int node) {
        return disks.restore(node);
    }

    /** The number of the seat on a host's disk. */
    long seat(int host) {
        return disks.seat(host);
    }

    /** True if the host at the other end of a link runs and knows a word of this host's seat that its disk has forgotten. */
    boolean mayRemind(int host, int other) {
        PeerState told = isUp(other) ? gossip.read(nodes.protocol(other), nodes.number(host)) : null;
        return told != null && disks.hasForgotten(host, told);
    }

    /** A node that is down starts again, without links. */
    void restart(int node, boolean lostDisk) {
        boolean diskless = node >= spec.nodes() - spec.failures().diskless() && node < spec.nodes();
        DurableState found = disks.restart(node, lostDisk || diskless);
        clocks.restart(node);
        states[node] = State.UP;
        nodes.replace(node, create(initialTokens.restart(nodes.number(node)).withDurable(found)));
        twins.started(node);
        journal.restarted(queue.now(), node, found.incarnation());
        input(node, () -> nodes.comeBack(node));
    }

    private Protocol create(Setup setup) {
        return spec.algorithm().create(setup);
    }

    /** Writes to the node's disk. */
    void keep(int node, DurableState durable) {
        disks.keep(node, durable);
    }

    void pause(int node) {
        states[node] = State.PAUSED;
        journal.paused(queue.now(), node);
    }

    /** A paused node resumes and handles the inputs that wait; see {@link PausedInputs#takeAll}. */
    void resume(int node, boolean timersLast) {
        states[node] = State.UP;
        journal.resumed(queue.now(), node);
        paused.takeAll(node, timersLast, input -> input(node, input));
    }

    // ---- what operators do ----

    void resize(int node, int permits) {
        input(node, () -> nodes.resize(node, permits));
    }

    /** The node is to leave the pool. */
    void dismiss(int node) {
        dismissed[node] = true;
        input(node, () -> nodes.leave(node));
    }

    /** A node that was to leave the pool belongs to it again. */
    void readmit(int node) {
        if (dismissed[node]) {
            dismissed[node] = false;
            input(node, () -> nodes.comeBack(node));
        }
    }

    void recover(int node) {
        input(node, () -> nodes.recover(node));
    }

    void forget(int node, int member) {
        input(node, () -> nodes.forget(node, member));
    }

    /** True if all nodes that are not down know the same pool size. */
    boolean agreeOnSize() {
        int size = 0;
        for (int node = 0; node < states.length; node++) {
            int theirs = isDown(node) ? 0 : nodes.protocol(node).permits();
            if (theirs > 0 && size > 0 && theirs != size) {
                return false;
            }
            size = Math.max(size, theirs);
        }
        return true;
    }

    // ---- inputs ----

    /** True if an input of the node simply happens: the fast path for healthy hosts. */
    boolean takesInputs(int node) {
        return states[node] == State.UP && doomed == 0;
    }

    void input(int node, Runnable input) {
        input(node, input, false, PausedInputs.NOBODY);
    }

    /** An input happens now, later or never; see {@link PausedInputs#add} for the parameters. */
    void input(int node, Runnable input, boolean timer, int cut) {
        if (isPaused(node)) {
            paused.add(node, input, timer, cut);
        } else if (!isDown(node)) {
            if (!isDoomed(node)) {
                input.run();
                return;
            }
            effects.limit(armed[node]);
            input.run();
            effects.unlimit();
            crash(node);
        }
    }
}
