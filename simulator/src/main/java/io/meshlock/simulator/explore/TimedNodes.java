package io.meshlock.simulator.explore;

import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Incarnation;
import io.meshlock.protocol.Input;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.Protocol;
import io.meshlock.simulator.InitialTokens;
import io.meshlock.simulator.explore.Flaw.Rule;
import io.meshlock.simulator.inspect.LedgerReader;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The distinct states of single nodes at one instant, numbered, and the result of each input to each of them, computed
 * once. When time passes, a fresh one takes over the states that are still needed.
 */
final class TimedNodes {

    private static final int KIND = 28;
    private static final int MOST = 1 << KIND;
    private static final int WHOM_BITS = 3;

    private static final int ASK = 0;
    private static final int RELEASE = 1;
    private static final int RECEIVE = 2;
    private static final int LINK_UP = 3;
    private static final int LINK_DOWN = 4;
    private static final int FIRE = 5;
    private static final int CRASH = 6;
    private static final int RESTART = 7;

    private final TimedExploration exploration;
    private final int instant;
    private final StateGraph graph;
    private final InitialTokens initialTokens;
    private final LedgerReader ledgers;
    private final Interner states = new Interner();
    private final List<TimedView> views = new ArrayList<>();
    private final Long2ObjectOpenHashMap<TimedStep> known = new Long2ObjectOpenHashMap<>();

    private TimedNodes(
            TimedExploration exploration,
            int instant,
            StateGraph graph,
            InitialTokens initialTokens,
            LedgerReader ledgers) {
        this.exploration = exploration;
        this.instant = instant;
        this.graph = graph;
        this.initialTokens = initialTokens;
        this.ledgers = ledgers;
    }

    static TimedNodes first(TimedExploration exploration) {
        int n = exploration.nodes();
        int[][] neighbours = new int[n][];
        Arrays.setAll(
                neighbours,
                node -> IntStream.range(0, n).filter(peer -> peer != node).toArray());
        PoolSettings pool = PoolSettings.permits(exploration.permits());
        InitialTokens tokens =
                new InitialTokens(exploration.algorithm(), pool, exploration.options(), true, neighbours);
        return new TimedNodes(exploration, 0, new StateGraph(), tokens, new LedgerReader());
    }

    /** For the next instant, without states. */
    TimedNodes next() {
        return new TimedNodes(exploration, instant + 1, graph.fresh(), initialTokens, ledgers);
    }

    /** Takes over a state of the instant before. */
    int adopt(TimedNodes before, int state) {
        int id = states.intern(graph.encode(before.graph.decode(before.states.get(state))));
        if (id == views.size()) {
            views.add(before.views.get(state));
        }
        return id;
    }

    /** Takes over a message of the instant before. */
    int adoptMessage(TimedNodes before, int message) {
        return graph.number(before.graph.value(message));
    }

    int initial(int node) {
        DurableState durable = initialTokens.durable(node);
        Protocol protocol =
                exploration.algorithm().create(initialTokens.setup(node).withDurable(durable));
        return intern(new TimedNode(node, protocol, new TimedWitness(initialTokens.tokens(node), durable)));
    }

    private int intern(TimedNode node) {
        int id = states.intern(graph.encode(node));
        if (id == views.size()) {
            long now = exploration.clock(node.node, instant);
            Protocol protocol = node.protocol;
            views.add(
                    protocol == null
                            ? TimedView.of(node.witness, null, null, now)
                            : TimedView.of(
                                    node.witness,
                                    protocol.status(now),
                                    node.witness.tokens > 0 ? ledgers.read(protocol) : null,
                                    now));
        }
        return id;
    }

    TimedView view(int state) {
        return views.get(state);
    }

    Message message(int number) {
        return (Message) graph.value(number);
    }

    /** How many distinct states of single nodes there are at this instant so far. */
    int size() {
        return states.size();
    }

    /** How often the protocol's code ran at this instant. */
    int steps() {
        return known.size();
    }

    long bytes() {
        return states.bytes();
    }

    /** One line about a node, for people. */
    String describe(int state) {
        TimedNode node = (TimedNode) graph.decode(states.get(state));
        return node.protocol == null ? "down" : node.protocol.describe();
    }

    /** Throws if a message or another value was changed after it was numbered. */
    void checkValues() {
        graph.checkValues();
    }

    // ---- inputs ----

    TimedStep ask(int state) {
        return step(state, ASK, 0);
    }

    TimedStep release(int state, int place) {
        return step(state, RELEASE, place);
    }

    TimedStep receive(int state, int from, int message) {
        if (message >= MOST >> WHOM_BITS) {
            throw new IllegalStateException("more than " + (MOST >> WHOM_BITS) + " distinct values at one instant");
        }
        return step(state, RECEIVE, message << WHOM_BITS | from);
    }

    TimedStep linkUp(int state, int peer) {
        return step(state, LINK_UP, peer);
    }

    TimedStep linkDown(int state, int peer) {
        return step(state, LINK_DOWN, peer);
    }

    /** The first timer that is due fires. */
    TimedStep fire(int state) {
        return step(state, FIRE, 0);
    }

    TimedStep crash(int state) {
        return step(state, CRASH, 0);
    }

    /** A node that is down starts again, without links. */
    TimedStep restart(int state, boolean lostDisk) {
        return step(state, RESTART, lostDisk ? 1 : 0);
    }

    private TimedStep step(int state, int kind, int what) {
        long both = (long) state << Integer.SIZE | (long) kind << KIND | what;
        TimedStep found = known.get(both);
        if (found == null) {
            found = perform(state, kind, what);
            known.put(both, found);
        }
        return found;
    }

    private TimedStep perform(int state, int kind, int what) {
        TimedNode node = (TimedNode) graph.decode(states.get(state));
        long now = exploration.clock(node.node, instant);
        TimedRecorder recorder = new TimedRecorder(node.witness, graph, now);
        try {
            if (kind == CRASH) {
                node.witness.crash(now);
                node.protocol = null;
            } else if (kind == RESTART) {
                restart(node, what != 0, now, recorder);
            } else {
                Protocol protocol = Objects.requireNonNull(node.protocol);
                protocol.step(now, input(node.witness, kind, what, now), recorder);
                recorder.end();
            }
        } catch (RuntimeException e) {
            String said = e.getMessage() == null ? e.toString() : e.getMessage();
            recorder.blame(Rule.INVARIANT, "node " + node.node + ": " + said);
            return recorder.step(state); // it stopped in the middle: there is no state after it
        }
        node.witness.forgetExpired(now);
        return recorder.step(intern(node));
    }

    private void restart(TimedNode node, boolean lostDisk, long now, TimedRecorder recorder) {
        DurableState disk = node.witness.disk;
        DurableState found = lostDisk
                ? DurableState.fresh(Incarnation.first(Incarnation.disk(disk.incarnation()) + 1))
                : disk.restarted();
        node.witness.down = false;
        node.witness.disk = found;
        Protocol fresh =
                exploration.algorithm().create(initialTokens.restart(node.node).withDurable(found));
        node.protocol = fresh;
        fresh.comeBack(now, recorder);
    }

    /** The input for the protocol. First notes in the witness what concerns clients and timers. */
    private Input input(TimedWitness witness, int kind, int what, long now) {
        return switch (kind) {
            case ASK -> {
                witness.waiting |= 1 << witness.asked;
                yield new Input.RequestPermits(PermitRequest.of(witness.asked++, 1));
            }
            case RELEASE -> new Input.ReleaseGrant(witness.held.remove(what).number());
            case RECEIVE -> new Input.Receive(what & (1 << WHOM_BITS) - 1, message(what >> WHOM_BITS));
            case LINK_UP -> new Input.LinkUp(what);
            case LINK_DOWN -> new Input.LinkDown(what);
            default -> {
                int timer = witness.dueTimer(now);
                witness.setTimer(timer, TimedWitness.NEVER);
                yield new Input.TimerFired(timer);
            }
        };
    }
}
