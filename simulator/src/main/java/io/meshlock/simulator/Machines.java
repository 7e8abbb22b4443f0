package io.meshlock.simulator;

import io.meshlock.journal.Journal;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.recovery.Durable;
import io.meshlock.protocol.recovery.Life;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.network.Endpoints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The machines that nodes run on: they crash, start again and stand still. Every input of a node passes through here: a machine
 * that is down takes none, one that stands still takes them when it goes on.
 *
 * <p>A crash may come between two effects of an input. What a node that stood still sends over a link that went down meanwhile
 * is lost, even if there is a new one to the same neighbour: it does not know that yet.
 */
final class Machines implements Endpoints {

    private enum State {
        UP,
        DOWN,
        STILL
    }

    private static final int GOES_ON = -1;
    private static final int NOBODY = -1;

    /** An input that waits; {@code cut} is the neighbour whose link went down, if that is what it is about. */
    private record Waiting(Runnable input, boolean timer, int cut) {}

    private final WorldSpec spec;
    private final Founding founding;
    private final EventQueue queue;
    private final Nodes nodes;
    private final FragileEffects effects;
    private final Clients clients;
    private final Timers timers;
    private final @Nullable Clocks clocks;
    private final Journal journal;

    private final State[] states;
    /** How many effects of its next input still happen to a node that is about to crash. */
    private final int[] armed;

    private final List<List<Waiting>> waiting = new ArrayList<>();
    /** Who is taking what waited for it, and how far it has come. */
    private int waking = NOBODY;

    private int woken;

    private final boolean[] leaving;
    private final Durable[] disks;
    private long lastDisk;
    private IntConsumer whenDown = node -> {};

    Machines(
            WorldSpec spec,
            Founding founding,
            EventQueue queue,
            Nodes nodes,
            FragileEffects effects,
            Clients clients,
            Timers timers,
            @Nullable Clocks clocks,
            Journal journal) {
        this.spec = spec;
        this.founding = founding;
        this.queue = queue;
        this.nodes = nodes;
        this.effects = effects;
        this.clients = clients;
        this.timers = timers;
        this.clocks = clocks;
        this.journal = journal;
        states = new State[spec.nodes()];
        Arrays.fill(states, State.UP);
        armed = new int[spec.nodes()];
        Arrays.fill(armed, GOES_ON);
        leaving = new boolean[spec.nodes()];
        disks = new Durable[spec.nodes()];
        Arrays.fill(disks, founding.durable());
        lastDisk = Life.disk(founding.durable().life());
        for (int node = 0; node < spec.nodes(); node++) {
            waiting.add(new ArrayList<>());
        }
    }

    boolean isDown(int node) {
        return states[node] == State.DOWN;
    }

    /** True if the node neither is down nor stands still. */
    boolean isUp(int node) {
        return states[node] == State.UP;
    }

    /** True if the link over which the node believes to send went down without its having noticed. */
    boolean wasCut(int from, int to) {
        if (waking == from) {
            List<Waiting> mine = waiting.get(from);
            for (int i = woken; i < mine.size(); i++) {
                if (mine.get(i).cut == to) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Where no crash reaches it. */
    void keep(int node, Durable durable) {
        disks[node] = durable;
    }

    // ---- what happens to machines ----

    /** The node goes down; of its next input only the first effects happen. */
    void crashWithin(int node, int atMost) {
        armed[node] = atMost;
    }

    /** The node goes down. Its links are up until somebody notices. */
    void crash(int node) {
        states[node] = State.DOWN;
        leaving[node] = false;
        armed[node] = GOES_ON;
        waiting.get(node).clear();
        timers.stopAll(node);
        journal.crashed(queue.now(), node);
        clients.forget(node, true, journal);
        whenDown.accept(node);
    }

    /** Somebody wants to know of every crash, when it happens. */
    void whenDown(IntConsumer action) {
        whenDown = action;
    }

    /** True if the node is about to crash. */
    boolean isDoomed(int node) {
        return armed[node] != GOES_ON;
    }

    /** A node that is about to crash does not. */
    void spare(int node) {
        armed[node] = GOES_ON;
    }

    /** A node that is down starts again, without links. */
    void restart(int node, boolean lostDisk) {
        disks[node] = lostDisk ? Durable.fresh(Life.first(++lastDisk)) : disks[node].restarted();
        if (clocks != null) {
            clocks.restart(node);
        }
        states[node] = State.UP;
        nodes.replace(node, spec.algorithm().create(founding.restart(node).withDurable(disks[node])));
        journal.restarted(queue.now(), node, disks[node].life());
        input(node, () -> nodes.comeBack(node));
    }

    void pause(int node) {
        states[node] = State.STILL;
        journal.paused(queue.now(), node);
    }

    /**
     * A node that stands still goes on, with all that waits for it.
     *
     * @param timersLast whether it looks at its timers last, or at everything in the order in which it came
     */
    void resume(int node, boolean timersLast) {
        states[node] = State.UP;
        journal.resumed(queue.now(), node);
        List<Waiting> mine = waiting.get(node);
        if (timersLast) {
            mine.sort((one, other) -> Boolean.compare(one.timer, other.timer));
        }
        waking = node;
        for (woken = 1; woken <= mine.size(); woken++) {
            input(node, mine.get(woken - 1).input); // a crash clears the list, and so ends the loop
        }
        waking = NOBODY;
        mine.clear();
    }

    // ---- what operators do ----

    void resize(int node, int permits) {
        input(node, () -> nodes.resize(node, permits));
    }

    void leave(int node) {
        leaving[node] = true;
        input(node, () -> nodes.leave(node));
    }

    void stay(int node) {
        if (leaving[node]) {
            leaving[node] = false;
            input(node, () -> nodes.comeBack(node));
        }
    }

    void recover(int node) {
        input(node, () -> nodes.recover(node));
    }

    void forget(int node, int member) {
        input(node, () -> nodes.forget(node, member));
    }

    /** True if all who are there take the pool to have the same size. */
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

    private void input(int node, Runnable input) {
        input(node, input, false, NOBODY);
    }

    private void input(int node, Runnable input, boolean timer, int cut) {
        if (states[node] == State.STILL) {
            waiting.get(node).add(new Waiting(input, timer, cut));
        } else if (states[node] == State.UP) {
            if (armed[node] == GOES_ON) {
                input.run();
                return;
            }
            effects.limit(armed[node]);
            input.run();
            effects.unlimit();
            crash(node);
        }
    }

    @Override
    public void deliver(int from, int to, Message message) {
        if (isDown(to)) {
            nodes.lost(from, to, message);
        } else {
            input(to, () -> nodes.deliver(from, to, message));
        }
    }

    @Override
    public void lost(int from, int to, Message message) {
        nodes.lost(from, to, message);
    }

    @Override
    public void linkUp(int low, int high) {
        journal.linkUp(queue.now(), low, high);
        input(low, () -> nodes.linkUpAt(low, high));
        input(high, () -> nodes.linkUpAt(high, low));
    }

    @Override
    public void linkDown(int low, int high) {
        journal.linkDown(queue.now(), low, high);
        input(low, () -> nodes.linkDownAt(low, high), false, high);
        input(high, () -> nodes.linkDownAt(high, low), false, low);
    }

    void timerFired(int node, int timer) {
        Runnable unlessSetAgain = () -> {
            if (!timers.isRunning(node, timer)) {
                nodes.timerFired(node, timer);
            }
        };
        input(node, unlessSetAgain, true, NOBODY);
    }

    void ask(int client) {
        int node = clients.nodeOf(client);
        if (isUp(node)) {
            input(node, () -> clients.ask(client, nodes));
        } else {
            clients.thinkAgain(client);
        }
    }

    /** Somebody who can asks for the whole pool; false if nobody can. */
    boolean askForAll(int firstClient) {
        for (int i = 0; i < clients.count(); i++) {
            int client = (firstClient + i) % clients.count();
            if (isUp(clients.nodeOf(client))) {
                clients.askForAll(client, nodes.protocol(clients.nodeOf(client)).permits(), nodes);
                return true;
            }
        }
        return false;
    }

    void giveBack(int place) {
        long id = clients.idAt(place);
        clients.putOff(place);
        input(clients.nodeAt(place), () -> clients.giveBackLate(id, nodes));
    }

    void losePatience(int place) {
        long id = clients.idAt(place);
        clients.putOff(place);
        input(clients.nodeAt(place), () -> clients.losePatienceLate(id, nodes));
    }
}
