package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Incarnation;
import io.meshlock.protocol.Member;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.View;
import io.meshlock.protocol.token.FencingToken;
import io.meshlock.protocol.token.TokenLeaseCheck;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the token's holder knows beside what the algorithm itself keeps: the heartbeats it made, how long the token is valid,
 * whether the view is committed, the leases of the ledger. It stays when the token goes, in case it comes back refused.
 */
final class HolderLease {

    /** Before anything that ever happened, and far from overflowing. */
    static final long NEVER = Long.MIN_VALUE / 4;

    /** A heartbeat that may still prove something. */
    private record Made(long count, long at) {}

    private final RecoverySettings settings;
    private final LedgerLeases leases = new LedgerLeases();
    private final List<Made> made = new ArrayList<>();
    private final List<Heartbeat.Ack> acks = new ArrayList<>();
    private Epoch epoch = Epoch.NONE;
    private boolean here;
    private long count;
    private long validUntil = NEVER;
    private long committedFrom;
    private boolean committed;
    private long lastHeartbeat = NEVER;
    private long lastUse = NEVER;

    HolderLease(RecoverySettings settings) {
        this.settings = settings;
    }

    // ---- coming and going ----

    /** A token was made here. */
    void found(Epoch newEpoch, long now) {
        begin(newEpoch);
        lastUse = now;
    }

    private void begin(Epoch newEpoch) {
        epoch = newEpoch;
        here = true;
        count = 0;
        validUntil = NEVER;
        committed = false;
        committedFrom = 1;
        lastHeartbeat = NEVER;
        made.clear();
        acks.clear();
        leases.clear();
    }

    /**
     * The token arrived. What was left of its validity when it was sent is less by the time in transit, which the target's own
     * clock bounds: from its peer state to now, less what it showed at least while the sender knew that peer state. Leases count from now.
     *
     * <p>A token that was here before in this epoch finds its evidence again: a majority that has heard of a later heartbeat has been
     * bound since the earlier ones, too. Otherwise a token that moves faster than beacons go round would lose a little
     * validity by every move, gain none, and stand still until echoes are back.
     */
    void arrive(Epoch tokenEpoch, TokenHandoff handoff, long now) {
        if (tokenEpoch.equals(epoch)) {
            here = true;
            forgetOldHeartbeats(now);
            acks.clear();
            leases.clear();
        } else {
            begin(tokenEpoch);
        }
        count = handoff.count();
        committed = handoff.committed();
        committedFrom = count + 1;
        lastUse = now;
        if (handoff.yourTime() != TokenLeaseCheck.UNKNOWN) {
            long heard = settings.drift().atLeast(handoff.heardFor());
            long transit = Math.max(0, now - handoff.yourTime() - heard);
            validUntil = Math.max(validUntil, now + handoff.validFor() - transit);
        }
        for (TokenHandoff.Remaining each : handoff.ledger()) {
            leases.set(each.number(), now + each.remaining());
        }
        for (FrozenToken.Reserved each : handoff.reserved()) {
            leases.reserve(each.slot(), now + each.remaining());
        }
    }

    /** The token goes to the target's present incarnation. */
    TokenHandoff depart(int target, Acceptor acceptor, PoolSize size, GossipTable table, long now) {
        Check.invariant(isValid(now), "only a valid token moves");
        Check.invariant(!leases.hasReservations(), "a token stays while slots are kept back");
        here = false;
        View view = acceptor.view();
        Member member = view.member(target);
        Check.invariant(member != null, "a token goes to members only");
        long incarnation = member == null ? -1 : member.incarnation();
        long reading = member == null ? TokenLeaseCheck.UNKNOWN : table.written(target, incarnation);
        long heardFor = reading == TokenLeaseCheck.UNKNOWN ? 0 : now - table.heard(target, incarnation);
        long left = reading == TokenLeaseCheck.UNKNOWN ? 0 : Math.max(0, validUntil - now);
        return new TokenHandoff(
                incarnation,
                count,
                left,
                reading,
                heardFor,
                view,
                size,
                committed,
                leases.remaining(now),
                leases.reserved(now));
    }

    /** A token that was sent away is still here. */
    void resume() {
        Check.invariant(!here, "a token came back that had not left");
        here = true;
    }

    /** The token here is worth nothing any more. */
    void end() {
        here = false;
        leases.clear();
        acks.clear();
    }

    // ---- what is known ----

    boolean isHere() {
        return here;
    }

    Epoch epoch() {
        return epoch;
    }

    LedgerLeases leases() {
        return leases;
    }

    boolean isValid(long now) {
        return here && now < validUntil;
    }

    long validFor(long now) {
        return here ? Math.max(0, validUntil - now) : 0;
    }

    boolean isCommitted() {
        return committed;
    }

    /** The pool is used, or was a short time ago. */
    boolean isInUse(long now) {
        return !leases.isEmpty() || now < lastUse + settings.electionTimeout();
    }

    long lastHeartbeat() {
        return lastHeartbeat;
    }

    /** True if a node that echoes this heartbeat wrote a short time ago: dead nodes' peer states go round, too. */
    boolean isRecent(long echo) {
        return !made.isEmpty() && echo >= made.get(0).count();
    }

    // ---- grants ----

    void enter(long number, long now) {
        Check.invariant(FencingToken.round(number) == epoch.round(), "a grant bears the round of its epoch");
        Check.invariant(leases.isNewest(number), "grant numbers rise");
        leases.set(number, now + settings.ledgerLease());
        lastUse = now;
    }

    /** True if the ledger here does not give a grant up before this; true, too, if the grant is none of its. */
    boolean outlives(long number, long until) {
        return !here || !leases.has(number) || leases.end(number) >= until;
    }

    /** What a member's peer state renewed, to be told with every heartbeat; nothing if none of its grants is in the ledger. */
    void acknowledge(PeerState peerState, List<Long> renewed) {
        acks.removeIf(ack -> ack.node() == peerState.node());
        if (!renewed.isEmpty()) {
            acks.add(new Heartbeat.Ack(
                    peerState.node(), peerState.incarnation(), peerState.serial(), peerState.at(), renewed));
        }
    }

    // ---- evidence ----

    /** The view changes: it has to be heard of by a majority before it changes again. */
    void changeView() {
        Check.invariant(committed, "a view changes once a majority knows the one before");
        committed = false;
        committedFrom = count + 1;
    }

    Heartbeat heartbeat(View view, boolean urgent, long now) {
        Check.invariant(here, "only the token's holder makes evidence");
        forgetOldHeartbeats(now);
        count++;
        Check.invariant(made.isEmpty() || made.get(made.size() - 1).count() < count, "counts of stamps rise");
        made.add(new Made(count, now));
        lastHeartbeat = now;
        return new Heartbeat(epoch, count, view, committed, urgent, acks);
    }

    private void forgetOldHeartbeats(long now) {
        while (!made.isEmpty() && made.get(0).at() + settings.validity() <= now) {
            made.remove(0);
        }
    }

    /** Looks what a majority has echoed: heartbeats of this node's, or later ones that the token's other holders made. */
    void judge(int node, View view, GossipTable table) {
        long echoed = echoedByQuorum(node, view, table);
        for (int i = made.size() - 1; i >= 0; i--) {
            if (made.get(i).count() <= echoed) {
                validUntil = Math.max(validUntil, made.get(i).at() + settings.validity());
                break;
            }
        }
        committed |= echoed >= committedFrom;
    }

    /** The largest count that as many members as necessary have echoed, or more. */
    private long echoedByQuorum(int node, View view, GossipTable table) {
        long[] echoes = new long[view.members().size()];
        int heard = 0;
        for (Member member : view.members()) {
            PeerState peerState = table.peerState(member.node());
            if (member.node() == node) {
                echoes[heard++] = count;
            } else if (peerState != null
                    && Incarnation.sameDisk(peerState.incarnation(), member.incarnation())
                    && peerState.seen().equals(epoch)) {
                echoes[heard++] = peerState.echo();
            }
        }
        int quorum = settings.quorum(view);
        if (heard < quorum) {
            return 0;
        }
        Arrays.sort(echoes, 0, heard);
        return echoes[heard - quorum];
    }
}
