package io.meshlock.simulator.explore;

import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.Rejection;
import io.meshlock.simulator.explore.Flaw.Rule;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.jspecify.annotations.Nullable;

/** Records the effects of one step, and checks the rules that concern one node alone. */
final class TimedRecorder implements Effects {

    private final TimedWitness witness;
    private final StateGraph graph;
    private final long now;
    private final IntArrayList sends = new IntArrayList();
    private final LongArrayList decided = new LongArrayList();
    /** A lease that was told before its grant. */
    private long earlyGrant;

    private long earlyUntil;
    private @Nullable Flaw flaw;

    /** @param now what the node's clock shows */
    TimedRecorder(TimedWitness witness, StateGraph graph, long now) {
        this.witness = witness;
        this.graph = graph;
        this.now = now;
    }

    TimedStep step(int to) {
        return new TimedStep(to, sends.toIntArray(), decided.toLongArray(), flaw);
    }

    void blame(Rule rule, String message) {
        if (flaw == null) {
            flaw = new Flaw(rule, message);
        }
    }

    /** Every grant that was given must have been given a lease by the end of the step. */
    void end() {
        TimedWitness.Held newest = witness.newest();
        if (newest != null && newest.until() == TimedWitness.NEVER) {
            blame(Rule.GRANT, "grant " + newest.number() + " was given without a lease");
        }
    }

    @Override
    public void send(int to, Message message) {
        sends.add(to);
        sends.add(graph.number(message));
    }

    @Override
    public void granted(PermitGrant grant) {
        if ((witness.waiting & 1 << (int) grant.request()) == 0) {
            blame(Rule.GRANT, "request " + grant.request() + " was granted but does not wait");
            return;
        }
        witness.enter(grant);
        if (earlyGrant == grant.number()) {
            lease(grant.number(), earlyUntil);
        }
    }

    @Override
    public void leased(long grant, long validUntil) {
        if (witness.placeOf(grant) < 0) {
            earlyGrant = grant;
            earlyUntil = validUntil;
        } else {
            lease(grant, validUntil);
        }
    }

    private void lease(long grant, long until) {
        int place = witness.placeOf(grant);
        TimedWitness.Held its = witness.held.get(place);
        if (its.until() <= now) {
            blame(Rule.GRANT, "grant " + grant + " is made to last although its lease was over");
        }
        witness.held.set(place, its.leasedUntil(until));
    }

    @Override
    public void lost(long grant) {
        int place = witness.placeOf(grant);
        if (place >= 0) {
            witness.held.remove(place);
        }
    }

    @Override
    public void rejected(long request, Rejection why) {
        withdrawn(request);
    }

    @Override
    public void withdrawn(long request) {
        witness.waiting &= ~(1 << (int) request);
    }

    @Override
    public void setTimer(int timer, long delay) {
        witness.setTimer(timer, now + delay);
    }

    @Override
    public void keep(DurableState durable) {
        witness.disk = durable;
    }

    @Override
    public void decided(long number, Key key) {
        decided.add(number);
        witness.lastDecided = number;
    }

    @Override
    public void tokens(int count) {
        witness.tokens = count;
    }
}
