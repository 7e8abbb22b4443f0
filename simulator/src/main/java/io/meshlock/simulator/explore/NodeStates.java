package io.meshlock.simulator.explore;

import io.meshlock.protocol.Input;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Protocol;
import io.meshlock.simulator.InitialTokens;
import io.meshlock.simulator.explore.Exploration.PlannedRequest;
import io.meshlock.simulator.explore.Flaw.Rule;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The distinct states of single nodes, numbered, and the result of each input to each of them, computed once. A mesh of
 * three nodes with millions of states has some thousands of node states, so running and copying protocols costs little.
 */
final class NodeStates {

    private static final int KIND = 28;
    private static final int WHOM = 24;
    private static final int MOST_MESSAGES = 1 << WHOM;

    private static final int ASK = 0;
    private static final int RELEASE = 1;
    private static final int CANCEL = 2;
    private static final int RECEIVE = 3;
    private static final int LINK_UP = 4;
    private static final int LINK_DOWN = 5;
    private static final int FIRE = 6;
    private static final int LEAVE = 7;
    private static final int RETURN = 8;
    private static final int OFF = 9;
    private static final int REBOOT = 10;
    private static final int RESIZE = 11;

    private final Exploration exploration;
    private final StateGraph graph;
    private final InitialTokens initialTokens;
    private final Interner states = new Interner();
    private final List<NodeStateView> views = new ArrayList<>();
    private final Long2IntOpenHashMap known = new Long2IntOpenHashMap();
    private final List<Step> steps = new ArrayList<>();

    NodeStates(Exploration exploration, StateGraph graph) {
        this.exploration = exploration;
        this.graph = graph;
        this.initialTokens = new InitialTokens(
                exploration.algorithm(),
                exploration.pool(),
                exploration.options(),
                exploration.lossy(),
                exploration.topology().neighbours());
        known.defaultReturnValue(-1);
    }

    /** The state of a node at the start. */
    int initial(int node) {
        Protocol protocol = exploration.algorithm().create(initialTokens.setup(node));
        int requests = exploration.wishes().get(node).size();
        PoolSize initial = new PoolSize(exploration.pool().permits(), 0, 0);
        return intern(new NodeState(protocol, new Witness(requests, initialTokens.tokens(node), initial)));
    }

    private int intern(NodeState local) {
        int id = states.intern(graph.encode(local));
        if (id == views.size()) {
            views.add(new NodeStateView(local.witness, exploration.wishes().get(local.protocol.node())));
        }
        return id;
    }

    NodeStateView view(int state) {
        return views.get(state);
    }

    /** How many distinct states of single nodes there are so far. */
    int size() {
        return states.size();
    }

    int steps() {
        return steps.size();
    }

    long bytes() {
        return states.bytes();
    }

    Step ask(int state, int request) {
        return step(state, ASK << KIND | request << WHOM);
    }

    Step release(int state, int request) {
        return step(state, RELEASE << KIND | request << WHOM);
    }

    Step cancel(int state, int request) {
        return step(state, CANCEL << KIND | request << WHOM);
    }

    Step receive(int state, int from, int message) {
        if (message >= MOST_MESSAGES) {
            throw new IllegalStateException("more than " + MOST_MESSAGES + " distinct values");
        }
        return step(state, RECEIVE << KIND | from << WHOM | message);
    }

    Step linkUp(int state, int peer) {
        return step(state, LINK_UP << KIND | peer << WHOM);
    }

    Step linkDown(int state, int peer) {
        return step(state, LINK_DOWN << KIND | peer << WHOM);
    }

    Step fire(int state, int timer) {
        return step(state, FIRE << KIND | timer); // there are more timers than nodes
    }

    Step leave(int state) {
        return step(state, LEAVE << KIND);
    }

    Step comeBack(int state) {
        return step(state, RETURN << KIND);
    }

    Step switchOff(int state) {
        return step(state, OFF << KIND);
    }

    Step resize(int state, int permits) {
        return step(state, RESIZE << KIND | permits); // there may be more permits than nodes
    }

    Step reboot(int state) {
        return step(state, REBOOT << KIND);
    }

    private Step step(int state, int input) {
        long both = (long) state << Integer.SIZE | Integer.toUnsignedLong(input);
        int found = known.get(both);
        if (found >= 0) {
            return steps.get(found);
        }
        Step step = perform((NodeState) graph.decode(states.get(state)), input);
        known.put(both, steps.size());
        steps.add(step);
        return step;
    }

    private Step perform(NodeState local, int code) {
        if (code >>> KIND == REBOOT) {
            return reboot(local);
        }
        int whom = code >> WHOM & 0xF;
        List<PlannedRequest> wishes = exploration.wishes().get(local.protocol.node());
        EffectRecorder recorder = new EffectRecorder(local.witness, wishes, graph);
        Input input = input(local.witness, wishes, code >>> KIND, whom, code & MOST_MESSAGES - 1);
        try {
            if (input != null) {
                local.protocol.step(0, input, recorder);
            }
        } catch (EffectRecorder.UnsupportedInputException e) {
            throw e;
        } catch (RuntimeException e) {
            String said = e.getMessage() == null ? e.toString() : e.getMessage();
            recorder.blame(
                    Rule.INVARIANT, "node " + exploration.topology().names().get(local.protocol.node()) + ": " + said);
        }
        if (code >>> KIND == CANCEL && local.witness.status[whom] == Witness.WAITING) {
            recorder.blame(Rule.CANCEL, "request " + (whom + 1) + " was cancelled but not withdrawn");
        }
        return recorder.step(intern(local));
    }

    private Step reboot(NodeState before) {
        int node = before.protocol.node();
        before.witness.reboot();
        Protocol fresh =
                exploration.algorithm().create(initialTokens.setup(node).withIncarnation(before.witness.incarnation));
        EffectRecorder recorder =
                new EffectRecorder(before.witness, exploration.wishes().get(node), graph);
        return recorder.step(intern(new NodeState(fresh, before.witness)));
    }

    /**
     * The input that a code stands for, or null if the protocol gets none. First updates the witness: the part of the
     * action that concerns clients and the host.
     */
    private @Nullable Input input(Witness witness, List<PlannedRequest> wishes, int kind, int whom, int message) {
        switch (kind) {
            case ASK -> {
                PlannedRequest plannedRequest = wishes.get(whom);
                witness.status[whom] = Witness.WAITING;
                return new Input.RequestPermits(
                        PermitRequest.of(whom + 1, plannedRequest.permits()).withPriority(plannedRequest.priority()));
            }
            case RELEASE -> {
                long grant = witness.grants[whom];
                witness.leave(whom);
                return new Input.ReleaseGrant(grant);
            }
            case CANCEL -> {
                return new Input.CancelRequest(whom + 1);
            }
            case RECEIVE -> {
                return new Input.Receive(whom, (Message) graph.value(message));
            }
            case LINK_UP -> {
                return new Input.LinkUp(whom);
            }
            case FIRE -> {
                witness.timers &= ~(1 << message);
                return new Input.TimerFired(message);
            }
            case LEAVE -> {
                witness.leaving = true;
                return new Input.Leave();
            }
            case RETURN -> {
                witness.leaving = false;
                witness.mayLeave = false;
                witness.off = false;
                return new Input.ComeBack();
            }
            case RESIZE -> {
                return new Input.Resize(message);
            }
            case OFF -> {
                witness.off = true;
                return null;
            }
            default -> {
                return new Input.LinkDown(whom);
            }
        }
    }
}
