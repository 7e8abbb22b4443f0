package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.RecoveryStatus;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.View;
import io.meshlock.protocol.recovery.RecoveryMessage.Enclosed;
import io.meshlock.protocol.token.TokenAlgorithm;
import io.meshlock.protocol.token.TokenLeaseCheck;
import java.util.function.BiFunction;

/**
 * A node of a pool with recovery: wraps a {@link TokenAlgorithm}. docs/protocols/recovery.md describes the protocol.
 *
 * <p>Every input is handled in three steps. First the node gives up what has expired: after a pause, messages and
 * timers come late, and no grant, ledger entry or validity that is over may be used. Then it handles the input. Then it
 * acts: promises, heartbeats, view changes, a new token, beacons.
 */
public final class RecoveringNode extends Protocol {

    private final NodeContext context;
    private final EpochEffects out;
    private final EpochParticipation participation;
    private final Proposer proposer;
    private final HolderDuties duties;
    private final Candidate candidate;
    private final Gossip gossip;
    private final Renewals renewals;
    private final MessageHandler handler;
    private final Inspection inspection;
    private boolean started;
    private long alarm = Long.MAX_VALUE;

    /** Something other than a client's call happened that may be a reason to {@link #act()}. */
    private boolean review;

    /** @param algorithms creates the wrapped algorithm */
    public RecoveringNode(
            Setup setup, RecoverySettings settings, BiFunction<Setup, TokenLeaseCheck, TokenAlgorithm> algorithms) {
        super(setup);
        DurableState kept = kept(setup);
        boolean takesPart = Acceptor.isBeginning(kept);
        Epoch epoch = takesPart ? kept.promised() : Epoch.NONE;
        PoolSize initial = PoolSize.initial(setup.pool().permits());
        context = new NodeContext(setup.node(), settings, initial, kept, !kept.equals(setup.durable()));
        out = new EpochEffects(context);
        boolean alone = !kept.equals(setup.durable()) && setup.durable() != null;
        Setup inner = alone ? setup.founding() : takesPart ? setup : setup.unlinked();
        TokenAlgorithm algorithm = algorithms.apply(inner, new ValidityCheck(context, out));
        participation = new EpochParticipation(
                context, out, algorithm, epoch, setup.links().peers());
        proposer = new Proposer(context, participation);
        duties = new HolderDuties(context, participation, proposer);
        candidate = new Candidate(context, participation);
        gossip = new Gossip(context, participation, proposer, out);
        renewals = new Renewals(context, participation, gossip, out);
        handler = new MessageHandler(context, participation, proposer, duties, candidate, gossip, renewals, out);
        inspection = new Inspection(context, participation, proposer);
        if (algorithm.hasToken()) {
            Check.invariant(takesPart, "a first token belongs to an epoch");
            context.holderLease.begin(epoch, HolderLease.NEVER);
        }
    }

    /**
     * The node's durable state. The only first voter of a pool makes the first token at once: a memory that never
     * promised anything has nothing to wait for.
     */
    private static DurableState kept(Setup setup) {
        DurableState kept = setup.durable();
        int permits = setup.pool().permits();
        if (kept == null) {
            int voters = RecoverySettings.firstVoters(setup.options());
            return DurableState.ofMesh(setup.node(), setup.meshSize(), permits, voters);
        }
        if (setup.bootstrap() && kept.view().equals(View.NONE)) {
            kept = DurableState.bootstrap(setup.node(), kept.incarnation(), permits);
        }
        View genesis = kept.view();
        if (!kept.isFounding() || genesis.seats().size() > 1) {
            return kept;
        }
        Epoch first = new Epoch(0, setup.node(), kept.incarnation());
        View view = new View(first, 0, genesis.seats(), genesis.size());
        return new DurableState(kept.incarnation(), kept.seat(), first, first, view);
    }

    // ---- inputs of clients and operators ----

    @Override
    protected void admit(long now, PermitRequest request, Effects effects) {
        begin(now, effects);
        participation.algorithm().request(now, request, out);
        endCall();
    }

    @Override
    public void cancel(long now, long request, Effects effects) {
        begin(now, effects);
        participation.algorithm().cancel(now, request, out);
        end();
    }

    @Override
    public void release(long now, long grant, Effects effects) {
        begin(now, effects);
        if (context.own.remove(grant)) {
            participation.algorithm().release(now, grant, out);
        }
        endCall();
    }

    @Override
    public void giveBack(long now, long grant, Slots slots, Effects effects) {
        begin(now, effects);
        if (context.own.has(grant)) {
            context.own.reduce(grant, slots);
            participation.algorithm().giveBack(now, grant, slots, out);
        }
        end();
    }

    @Override
    public void keep(long now, long grant, long time, Effects effects) {
        begin(now, effects);
        if (context.own.has(grant)) {
            participation.algorithm().keep(now, grant, time, out);
        }
        end();
    }

    /** It stays among the grants of this node: if a new token is made before this node has gone, it is kept there, too. */
    @Override
    public void abandon(long now, long grant, Effects effects) {
        begin(now, effects);
        if (context.own.has(grant)) {
            participation.algorithm().abandon(now, grant, out);
        }
        end();
    }

    @Override
    public int permits() {
        return participation.algorithm().permits();
    }

    @Override
    protected void changeSize(long now, int permits, Effects effects) {
        begin(now, effects);
        context.sizeChange.want(permits, context.node, context.acceptor.view(), context.table);
        gossip.announceChanges(true);
        review = true;
        end();
    }

    /**
     * A leaving node that has the token hands it on. If it votes, it waits until another one votes in its place, or until
     * it is clear that there is none; then it goes with its seat, which it has again when it comes back.
     */
    @Override
    public void leave(long now, Effects effects) {
        begin(now, effects);
        if (!context.departures.contains(context.node)) {
            context.departures.add(context.node);
            candidate.leave();
            participation.algorithm().leave(now, out);
        }
        review = true;
        end();
    }

    @Override
    public void comeBack(long now, Effects effects) {
        begin(now, effects);
        context.departures.remove((Integer) context.node);
        participation.algorithm().comeBack(now, out);
        review = true;
        end();
    }

    @Override
    public void recover(long now, Effects effects) {
        begin(now, effects);
        proposer.force();
        review = true;
        end();
    }

    @Override
    public void forget(long now, int voter, Effects effects) {
        begin(now, effects);
        boolean another = voter != context.node; // this node is not gone; it can leave
        if (another && context.acceptor.view().seat(voter) != null && !context.departures.contains(voter)) {
            context.departures.add(voter);
        }
        review = true;
        end();
    }

    // ---- inputs of the network ----

    @Override
    public void linkUp(long now, int peer, Effects effects) {
        begin(now, effects);
        participation.linkUp(peer);
        gossip.meet(peer);
        review = true;
        end();
    }

    @Override
    public void linkDown(long now, int peer, Effects effects) {
        begin(now, effects);
        participation.linkDown(peer);
        end();
    }

    @Override
    public void receive(long now, int from, Message message, Effects effects) {
        begin(now, effects);
        if (message instanceof Enclosed enclosed) {
            participation.receive(from, enclosed);
        } else {
            review |= handler.handle(from, message);
        }
        end();
    }

    @Override
    public void timerFired(long now, int timer, Effects effects) {
        if (timer == RecoveryTimer.ALARM.id()) {
            alarm = Long.MAX_VALUE;
            begin(now, effects);
            review = true;
            end();
        }
    }

    // ---- the beginning and the end of every input ----

    private void begin(long now, Effects effects) {
        context.now = now;
        out.open(effects);
        if (!started) {
            started = true;
            context.acceptor.start(now);
            review = true;
        }
        giveUp();
    }

    /** Gives up expired grants, ledger entries and reservations. */
    private void giveUp() {
        for (LocalGrants.Leased over = context.own.takeExpired(context.now); over != null; ) {
            out.lost(over.number());
            participation.algorithm().release(context.now, over.number(), out);
            over = context.own.takeExpired(context.now);
        }
        LedgerLeases leases = context.holderLease.leases();
        if (!context.holderLease.isHere() || context.now < leases.earliest()) {
            return;
        }
        for (long number : leases.expired(context.now)) {
            participation.algorithm().lapse(number);
        }
        leases.takeOverdue(context.now).forEach(participation.algorithm()::unreserve);
        leases.lookAhead();
        participation.algorithm().serve(out);
    }

    /** Ends a client's call. */
    private void endCall() {
        if (!isCalm()) {
            end();
            return;
        }
        checkToken();
        proposer.watch();
        out.close();
    }

    /**
     * True if a client's call gives recovery nothing to do: the token is here and valid, and the alarm comes before the
     * next heartbeat and the next beacon, which tells of all grants. The grants of the call itself last for several
     * beacons. All other reasons to act are inputs of the network, or were known when the alarm was set.
     */
    private boolean isCalm() {
        return context.now < alarm
                && context.isValid()
                && participation.algorithm().hasToken()
                && gossip.isScheduled()
                && alarm <= gossip.lastSent() + tick()
                && alarm <= duties.heartbeatDue()
                && !proposer.isOrdered()
                && !review
                && !out.isDispensable();
    }

    private void end() {
        participation.resume();
        checkToken();
        proposer.watch();
        boolean starved = context.isActive()
                && !context.holderLease.isValid(context.now)
                && participation.algorithm().isWanted();
        if (review || starved) {
            review = false;
            act();
        }
        renewals.send();
        gossip.announceChanges(false);
        if (out.isDispensable() && candidate.mayGo()) {
            out.sayMayLeave();
        }
        boolean interested = isInterested();
        if (interested && gossip.lastSent() + tick() <= context.now) {
            gossip.news(true);
        }
        gossip.flush(interested);
        arm(interested);
        out.close();
    }

    /** The algorithm and recovery agree on whether the token is here, and the epoch of a token here was promised. */
    private void checkToken() {
        boolean here = context.holderLease.isHere();
        Check.invariant(
                here == participation.algorithm().hasToken(), "the algorithm and recovery agree where the token is");
        Check.invariant(
                !here || !context.holderLease.epoch().isAfter(context.acceptor.promised()),
                "the epoch of a token here was promised");
    }

    /** Does what is due: promises, heartbeats, view changes, proposals. */
    private void act() {
        participation.follow();
        if (!context.departures.isEmpty()) { // as in almost every step
            context.departures.removeIf(
                    gone -> gone != context.node && context.acceptor.view().seat(gone) == null);
        }
        if (proposer.promise()) {
            gossip.news(true);
        }
        if (candidate.offer()) {
            gossip.news(true);
        }
        if (isActingAsHolder()) {
            actAsHolder();
        } else if (proposer.suspect()) {
            gossip.news(true);
        }
        if (proposer.proposal() != null && proposer.create(gossip.write())) {
            actAsHolder();
        }
    }

    /** False also for a holder whose operator wants a new token: it sends no heartbeat any more. */
    private boolean isActingAsHolder() {
        return context.isActive() && !proposer.isOrdered();
    }

    private void actAsHolder() {
        boolean tell = duties.judge();
        tell |= duties.changeView();
        if (!context.isActive()) {
            gossip.news(true);
            return; // a new epoch was proposed
        }
        if (tell || (duties.isNeeded() && duties.heartbeatDue() <= context.now)) {
            heartbeat();
            duties.judge();
        }
        if (context.isValid()) {
            participation.algorithm().serve(out);
        }
    }

    private void heartbeat() {
        duties.renew(gossip.write());
        Heartbeat heartbeat = duties.heartbeat();
        context.acceptor.hear(heartbeat, context.now);
        handler.renewOwn(heartbeat);
        gossip.news(true);
    }

    // ---- time ----

    /** True if the node sends beacons regularly. */
    private boolean isInterested() {
        if (context.isActive()) {
            return duties.isNeeded();
        }
        boolean leaves = !context.departures.isEmpty() && context.acceptor.isVoter();
        boolean wishes = leaves || context.sizeChange.wish() != null;
        return proposer.wants() || proposer.isSuspicious() || proposer.isBusy() || wishes;
    }

    /**
     * How long an interested node may be silent. Nodes other than the holder wait a little longer: a heartbeat that
     * they pass on every b carries their peer state along.
     */
    private long tick() {
        return context.settings.beacon() + (context.isActive() ? 0 : context.settings.pause());
    }

    private void arm(boolean interested) {
        long next = Math.min(gossip.due(), context.own.earliest());
        if (context.holderLease.isHere()) {
            next = Math.min(next, context.holderLease.leases().earliest());
        }
        if (isActingAsHolder()) {
            next = Math.min(
                    next, interested ? duties.heartbeatDue() : Long.MAX_VALUE); // interested: heartbeats are needed
            next = Math.min(next, proposer.turn());
        } else {
            next = Math.min(next, proposer.due());
        }
        next = Math.min(next, Math.min(proposer.forcedAt(), candidate.due()));
        next = Math.min(next, renewals.due());
        if (interested) {
            next = Math.min(next, gossip.lastSent() + tick());
        }
        if (next < alarm && next != Long.MAX_VALUE) {
            alarm = Math.max(next, context.now + 1);
            out.setTimer(RecoveryTimer.ALARM, alarm - context.now);
        }
    }

    // ---- for people ----

    @Override
    public RecoveryStatus status(long now) {
        return inspection.status(now);
    }

    @Override
    public String describe() {
        return inspection.describe();
    }
}
