package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Durable;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Member;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Request;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.Standing;
import io.meshlock.protocol.View;
import io.meshlock.protocol.recovery.RecoveryMessage.Attend;
import io.meshlock.protocol.recovery.RecoveryMessage.Beacon;
import io.meshlock.protocol.recovery.RecoveryMessage.Enclosed;
import io.meshlock.protocol.token.Gate;
import io.meshlock.protocol.token.Ward;
import java.util.function.BiFunction;

/**
 * One node of a pool that survives crashes: an algorithm with one token, the {@link Ward}, and around it what
 * docs/protocols/recovery.md describes.
 *
 * <p>Every input goes the same way. First what ran out by now is given up: after a pause, messages and timers come late, and
 * nobody may act on a grant, an entry or a validity that is over. Then the input is handled. Then the node looks what there is
 * to do: promises, evidence, members, a new token, news for others.
 */
public final class RecoveringNode extends Protocol {

    private final Self self;
    private final Outlet out;
    private final Attendance attendance;
    private final Candidacy candidacy;
    private final Stewardship stewardship;
    private final Gossip gossip;
    private final Inspection inspection;
    private boolean started;
    private long alarm = Long.MAX_VALUE;

    /** Something happened that may be a reason to act, beyond what clients do. */
    private boolean review;

    /**
     * @param wards makes the algorithm's part of a node
     */
    public RecoveringNode(Setup setup, Settings settings, BiFunction<Setup, Gate, Ward> wards) {
        super(setup);
        Durable kept = kept(setup);
        boolean takesPart = kept.view().epoch().equals(kept.promised())
                && kept.view().members().contains(new Member(setup.node(), kept.life()));
        Epoch epoch = takesPart ? kept.promised() : Epoch.NONE;
        PoolSize founded = PoolSize.founded(setup.pool().permits());
        self = new Self(setup.node(), settings, founded, kept, !kept.equals(setup.durable()));
        out = new Outlet(self);
        Ward ward = wards.apply(takesPart ? setup : setup.unlinked(), new ValidityGate(self, out));
        attendance = new Attendance(self, out, ward, epoch, setup.links().peers());
        candidacy = new Candidacy(self, attendance);
        stewardship = new Stewardship(self, attendance, candidacy);
        gossip = new Gossip(self, attendance, candidacy, out);
        inspection = new Inspection(self, attendance, candidacy);
        if (ward.hasToken()) {
            Check.invariant(takesPart, "a token begins in an epoch");
            self.tenure.found(epoch, Tenure.NEVER);
        }
    }

    /** What the node keeps; a founder on a new disk makes the pool's first epoch, of which it is the only member. */
    private static Durable kept(Setup setup) {
        Durable kept = setup.durable();
        if (kept == null) {
            return Durable.ofMesh(setup.meshSize(), setup.pool().permits());
        }
        if (!setup.founder()
                || !kept.view().equals(View.NONE)
                || !kept.promised().equals(Epoch.NONE)) {
            return kept;
        }
        return Durable.founder(setup.node(), kept.life(), setup.pool().permits());
    }

    // ---- what clients and operators do ----

    @Override
    protected void admit(long now, Request request, Effects effects) {
        begin(now, effects);
        attendance.ward().request(now, request, out);
        end();
    }

    @Override
    public void cancel(long now, long request, Effects effects) {
        begin(now, effects);
        attendance.ward().cancel(now, request, out);
        end();
    }

    @Override
    public void release(long now, long grant, Effects effects) {
        begin(now, effects);
        if (self.own.remove(grant)) {
            attendance.ward().release(now, grant, out);
        }
        end();
    }

    @Override
    public int permits() {
        return attendance.ward().permits();
    }

    @Override
    protected void changeSize(long now, int permits, Effects effects) {
        begin(now, effects);
        self.sizing.want(permits, self.node, self.pledge.view(), self.table);
        gossip.announceChanges(true);
        review = true;
        end();
    }

    /**
     * Who leaves counts no more: the holder takes it out of the view, with a new epoch. The token is handed on only while it is
     * valid, and only to a member; until then the node is not let go.
     */
    @Override
    public void leave(long now, Effects effects) {
        begin(now, effects);
        if (!self.farewells.contains(self.node)) {
            self.farewells.add(self.node);
            attendance.ward().leave(now, out);
        }
        review = true;
        end();
    }

    @Override
    public void comeBack(long now, Effects effects) {
        begin(now, effects);
        self.farewells.remove((Integer) self.node);
        attendance.ward().comeBack(now, out);
        review = true;
        end();
    }

    @Override
    public void recover(long now, Effects effects) {
        begin(now, effects);
        candidacy.force();
        review = true;
        end();
    }

    @Override
    public void forget(long now, int member, Effects effects) {
        begin(now, effects);
        boolean another = member != self.node; // whoever is asked is not gone; it may leave
        if (another && self.pledge.view().member(member) != null && !self.farewells.contains(member)) {
            self.farewells.add(member);
        }
        review = true;
        end();
    }

    // ---- what the network does ----

    @Override
    public void linkUp(long now, int peer, Effects effects) {
        begin(now, effects);
        attendance.linkUp(peer);
        gossip.greet(peer);
        review = true;
        end();
    }

    @Override
    public void linkDown(long now, int peer, Effects effects) {
        begin(now, effects);
        attendance.linkDown(peer);
        end();
    }

    @Override
    public void receive(long now, int from, Message message, Effects effects) {
        begin(now, effects);
        if (message instanceof Enclosed enclosed) {
            attendance.receive(from, enclosed);
        } else if (message instanceof Beacon beacon) {
            hear(beacon);
            review = true;
        } else if (message instanceof Attend attend) {
            attendance.hear(from, attend);
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

    private void hear(Beacon beacon) {
        Stamp stamp = beacon.stamp();
        if (stamp != null && self.pledge.hear(stamp, self.now)) {
            attendance.follow();
            renewOwn(stamp);
            gossip.news(true);
            if (stamp.committed() && stamp.view().equals(self.pledge.view())) {
                candidacy.calm();
                attendance.resize(stamp.view().size());
            }
        }
        for (Row row : beacon.rows()) {
            if (row.node() != self.node && self.table.take(row, self.pledge.view(), self.now)) {
                hear(row);
            }
        }
        if (gossip.owes(beacon)) {
            gossip.news(false);
        }
    }

    private void hear(Row row) {
        Stamp newest = self.pledge.newest();
        boolean awaited = newest != null
                && newest.urgent()
                && row.echo() == newest.count()
                && row.seen().equals(newest.epoch());
        gossip.news(awaited || row.asks() || row.proposal() != null || row.report() != null);
        if (row.asks() && !candidacy.isSuspicious()) {
            gossip.answer();
        }
        if (self.isActive()) {
            stewardship.renew(row);
        }
    }

    /** Evidence says which of this node's rows the holder has taken in: what they listed lasts a lease from then on. */
    private void renewOwn(Stamp stamp) {
        for (Stamp.Ack ack : stamp.acks()) {
            if (ack.node() == self.node && ack.life() == self.pledge.life()) {
                for (long number : ack.renewed()) {
                    long until = self.own.renew(number, ack.at() + self.settings.lease());
                    if (until != Gate.UNKNOWN) {
                        Check.invariant(self.tenure.outlives(number, until), "the ledger outlives the lease");
                        out.leased(number, until);
                    }
                }
            }
        }
    }

    // ---- the beginning and the end of every input ----

    private void begin(long now, Effects effects) {
        self.now = now;
        out.open(effects);
        if (!started) {
            started = true;
            self.pledge.start(now);
            review = true;
        }
        giveUp();
    }

    /** Gives up what ran out. */
    private void giveUp() {
        for (OwnGrants.Leased over = self.own.takeExpired(self.now); over != null; ) {
            out.lost(over.number());
            attendance.ward().release(self.now, over.number(), out);
            over = self.own.takeExpired(self.now);
        }
        Leases leases = self.tenure.leases();
        if (!self.tenure.isHere() || self.now < leases.earliest()) {
            return;
        }
        for (long number : leases.expired(self.now)) {
            attendance.ward().strike(number);
        }
        for (int slot : leases.overdue(self.now)) {
            leases.unreserve(slot);
            if (slot != Surrender.Reserved.UNHEARD_OF) {
                attendance.ward().unreserve(slot);
            }
        }
        leases.lookAhead();
        attendance.ward().serve(out);
    }

    private void end() {
        attendance.resume();
        checkToken();
        candidacy.watch();
        boolean starved = self.isActive()
                && !self.tenure.isValid(self.now)
                && attendance.ward().isWanted();
        if (review || starved) {
            review = false;
            act();
        }
        gossip.announceChanges(false);
        boolean alone = self.pledge.view().members().size() == 1;
        boolean leaving = self.farewells.contains(self.node) && out.isDispensable();
        if (leaving && (alone || !self.isCounted())) {
            out.sayMayLeave();
        }
        boolean interested = isInterested();
        if (interested && gossip.lastSent() + tick() <= self.now) {
            gossip.news(true);
        }
        gossip.flush(interested);
        arm(interested);
        out.close();
    }

    /** The algorithm and recovery agree where the token is, and no token is here that was not promised. */
    private void checkToken() {
        boolean here = self.tenure.isHere();
        Check.invariant(here == attendance.ward().hasToken(), "the token is here or it is not");
        Check.invariant(
                !here || !self.tenure.epoch().isAfter(self.pledge.promised()), "a token here was promised before");
    }

    /** Looks what there is to do. */
    private void act() {
        attendance.follow();
        self.farewells.removeIf(gone -> gone != self.node && self.pledge.view().member(gone) == null);
        if (candidacy.promise()) {
            gossip.news(true);
        }
        if (self.isActive() && !candidacy.isWished()) {
            steward();
        } else if (candidacy.suspect()) {
            gossip.news(true);
        }
        if (candidacy.proposal() != null && candidacy.create(gossip.write())) {
            steward();
        }
    }

    private void steward() {
        boolean tell = stewardship.judge();
        tell |= stewardship.changeView();
        if (!self.isActive()) {
            gossip.news(true);
            return; // it proposed a new epoch
        }
        if (tell || stewardship.stampDue() <= self.now) {
            stamp();
            stewardship.judge();
        }
        if (self.isValid()) {
            attendance.ward().serve(out);
        }
    }

    private void stamp() {
        stewardship.renew(gossip.write());
        Stamp stamp = stewardship.stamp();
        self.pledge.hear(stamp, self.now);
        renewOwn(stamp);
        gossip.news(true);
    }

    // ---- time ----

    /** The node says regularly that it is there. */
    private boolean isInterested() {
        if (self.isActive()) {
            return stewardship.isNeeded();
        }
        boolean outside = !attendance.isTakingPart() && attendance.hasPeers();
        boolean wishes = !self.farewells.isEmpty() || self.sizing.wish() != null;
        return candidacy.wants() || candidacy.isBusy() || outside || wishes;
    }

    /** How long an interested node is silent; evidence that passes by every b takes its row along. */
    private long tick() {
        return self.settings.beacon() + (self.isActive() ? 0 : self.settings.pause());
    }

    private void arm(boolean interested) {
        long next = Math.min(gossip.due(), self.own.earliest());
        if (self.tenure.isHere()) {
            next = Math.min(next, self.tenure.leases().earliest());
        }
        next = Math.min(next, self.isActive() ? Math.min(stewardship.stampDue(), candidacy.turn()) : candidacy.due());
        next = Math.min(next, candidacy.forcedAt());
        if (interested) {
            next = Math.min(next, gossip.lastSent() + tick());
        }
        if (next < alarm && next != Long.MAX_VALUE) {
            alarm = Math.max(next, self.now + 1);
            out.setTimer(RecoveryTimer.ALARM, alarm - self.now);
        }
    }

    // ---- for people ----

    @Override
    public Standing standing(long now) {
        return inspection.standing(now);
    }

    @Override
    public String describe() {
        return inspection.describe();
    }
}
