package io.meshlock.simulator.explore;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;
import io.meshlock.simulator.explore.Exploration.PlannedRequest;
import io.meshlock.simulator.explore.Flaw.Rule;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records the effects of one step of a protocol, and checks the rules that concern one node alone. */
final class EffectRecorder implements Effects {

    private final Witness witness;
    private final List<PlannedRequest> wishes;
    private final StateGraph graph;
    private final IntArrayList sends = new IntArrayList();
    private final List<Step.Decision> decisions = new ArrayList<>();
    private int named;
    private @Nullable Flaw flaw;

    EffectRecorder(Witness witness, List<PlannedRequest> wishes, StateGraph graph) {
        this.witness = witness;
        this.wishes = wishes;
        this.graph = graph;
    }

    Step step(int to) {
        return new Step(to, sends.toIntArray(), List.copyOf(decisions), named, flaw);
    }

    void blame(Rule rule, String message) {
        if (flaw == null) {
            flaw = new Flaw(rule, message);
        }
    }

    @Override
    public void send(int to, Message message) {
        sends.add(to);
        sends.add(graph.number(message));
    }

    @Override
    public void granted(PermitGrant grant) {
        int index = (int) grant.request() - 1;
        if (!waits(index)) {
            blame(Rule.GRANT, "request " + grant.request() + " was granted but does not wait");
        } else if (wishes.get(index).permits() != grant.permits()) {
            blame(
                    Rule.GRANT,
                    "request " + grant.request() + " of " + wishes.get(index).permits() + " permits got "
                            + grant.permits());
        } else {
            witness.enter(index, grant);
            checkNotGone("a grant");
        }
    }

    private boolean waits(int index) {
        return index >= 0 && index < witness.status.length && witness.status[index] == Witness.WAITING;
    }

    @Override
    public void rejected(long request, Rejection why) {
        withdrawn(request);
    }

    @Override
    public void withdrawn(long request) {
        int index = (int) request - 1;
        if (waits(index)) {
            witness.leave(index);
        } else {
            blame(Rule.CANCEL, "request " + request + " was withdrawn but does not wait");
        }
    }

    @Override
    public void setTimer(int timer, long delay) {
        if (timer < 0 || timer >= Integer.SIZE) {
            throw new UnsupportedInputException("exploration knows the timers 0 to " + (Integer.SIZE - 1));
        }
        witness.timers |= 1 << timer;
    }

    @Override
    public void mayLeave() {
        witness.mayLeave = witness.leaving;
        for (byte status : witness.status) {
            if (status == Witness.INSIDE) {
                checkNotGone("a grant");
            }
        }
        if (witness.tokens > 0) {
            checkNotGone("a token");
        }
    }

    @Override
    public void remember(int incarnation) {
        witness.incarnation = Math.max(witness.incarnation, incarnation);
    }

    @Override
    public void waiting(long request, Key key) {
        int index = (int) request - 1;
        if (waits(index)) {
            witness.keys[index] = key;
            named |= 1 << index;
        }
    }

    @Override
    public void decided(long number, Key key) {
        decisions.add(new Step.Decision(number, key, witness.size));
        witness.lastDecided = number;
        witness.decidedBy = witness.size;
    }

    @Override
    public void tokens(int held) {
        witness.tokens = held;
        if (held > 0) {
            checkNotGone("a token");
        }
    }

    @Override
    public void resized(PoolSize size) {
        witness.size = size;
    }

    /** A node that was told that it may leave could be gone by now. */
    private void checkNotGone(String what) {
        if (witness.mayLeave) {
            blame(Rule.NEEDED, "a node that may leave has " + what);
        }
    }

    /** The algorithm does something that exploration does not model. */
    static final class UnsupportedInputException extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        UnsupportedInputException(String message) {
            super(message);
        }
    }
}
