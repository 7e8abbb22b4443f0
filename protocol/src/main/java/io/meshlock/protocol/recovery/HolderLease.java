package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.View;
import io.meshlock.protocol.token.FencingToken;
import io.meshlock.protocol.token.TokenLeaseCheck;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lease of the token's holder: the heartbeats that it made, how long the token is valid, whether the view is
 * committed, and the leases of the ledger's grants. The state is kept when the token leaves, in case it cannot be
 * delivered and comes back.
 */
final class HolderLease {

    /** A time before all others, far enough from overflow. */
    static final long NEVER = Long.MIN_VALUE / 4;

    /** A heartbeat made here that may still extend the validity. */
    private record Made(long count, long at) {}

    private final RecoverySettings settings;
    private final LedgerLeases leases = new LedgerLeases();
    private final List<Made> made = new ArrayList<>();
    private final Acknowledgements acks = new Acknowledgements();
    private Epoch epoch = Epoch.NONE;
    private boolean here;
    private long count;
    private long validUntil = NEVER;
    private long committedFrom;
    private boolean committed;
    private long lastHeartbeat = NEVER;
    private long lastUse = NEVER;

    /** When the present time of use began: the first use after an election timeout without one. */
    private long usedSince = NEVER;

    HolderLease(RecoverySettings settings) {
        this.settings = settings;
    }

    // ---- arrival and departure of the token ----

    /** A token was made here. */
    void begin(Epoch newEpoch, long now) {
        reset(newEpoch);
        use(now);
    }

    private void reset(Epoch newEpoch) {
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
     * The token arrived. The remaining validity is reduced by the time in transit. The target's own clock bounds that
     * time: from its peer state to now, less the time for which the sender had known that peer state. Leases count from
     * now.
     *
     * <p>If the token was here before in this epoch, the heartbeats made then count again: a majority that echoed a
     * later heartbeat has been bound since the earlier ones, too. Otherwise a token that moves faster than beacons
     * spread would lose validity with every move, gain none, and stop until echoes arrive.
     */
    void arrive(Epoch tokenEpoch, TokenHandoff handoff, long now) {
        if (tokenEpoch.equals(epoch)) {
            here = true;
            forgetOldHeartbeats(now);
            acks.clear();
            leases.clear();
        } else {
            reset(tokenEpoch);
        }
        count = handoff.count();
        committed = handoff.committed();
        committedFrom = count + 1;
        use(now);
        if (handoff.yourTime() != TokenLeaseCheck.UNKNOWN) {
            long heard = settings.drift().atLeast(handoff.heardFor());
            long transit = Math.max(0, now - handoff.yourTime() - heard);
            validUntil = Math.max(validUntil, now + handoff.validFor() - transit);
        }
        for (TokenHandoff.Remaining each : handoff.ledger()) {
            leases.set(each.number(), now + each.remaining());
        }
        for (FrozenToken.Reserved each : handoff.reserved()) {
            leases.reserve(each.slots(), now + each.remaining());
        }
    }

    /** The token leaves for the target's present incarnation. */
    TokenHandoff depart(Peers.@Nullable Peer target, View view, PoolSize size, long now) {
        Check.invariant(isValid(now), "only a valid token moves");
        Check.invariant(!leases.hasReservations(), "a token stays while slots are kept back");
        Check.invariant(target != null && target.linked, "a token goes to a neighbour that takes part");
        here = false;
        long incarnation = target == null ? -1 : target.incarnation;
        long reading = target == null ? TokenLeaseCheck.UNKNOWN : target.at;
        long heardFor = target == null || reading == TokenLeaseCheck.UNKNOWN ? 0 : now - target.heard;
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

    /** A token that was sent away could not be delivered. */
    void resume() {
        Check.invariant(!here, "a token came back that had not left");
        here = true;
    }

    /** The token here is void. */
    void end() {
        here = false;
        leases.clear();
        acks.clear();
    }

    // ---- state ----

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

    /** True if grants are outstanding or were made within an election timeout. */
    boolean isInUse(long now) {
        return !leases.isEmpty() || now < lastUse + settings.electionTimeout();
    }

    /** True if the pool is in use, and not by somebody who used it once. */
    boolean isInSteadyUse(long now) {
        return !leases.isEmpty() || (isInUse(now) && lastUse - usedSince >= settings.beacon());
    }

    long lastHeartbeat() {
        return lastHeartbeat;
    }

    /** True if a node that echoes this heartbeat wrote recently. Peer states of dead nodes are gossiped, too. */
    boolean isRecent(long echo) {
        return !made.isEmpty() && echo >= made.get(0).count();
    }

    // ---- grants ----

    void enter(long number, long now) {
        Check.invariant(FencingToken.round(number) == epoch.round(), "a grant bears the round of its epoch");
        Check.invariant(leases.isNewest(number), "grant numbers rise");
        leases.set(number, now + settings.ledgerLease());
        use(now);
    }

    /**
     * The grant that was entered last is promised to an heir: nobody has its slots yet, and a line does not outlive the
     * last word of those who had them.
     */
    void promise(long number, long until) {
        Check.invariant(leases.end(number) >= until, "a promise does not last longer than a lease");
        leases.set(number, until);
    }

    private void use(long now) {
        if (now >= lastUse + settings.electionTimeout()) {
            usedSince = now;
        }
        lastUse = now;
    }

    /** True if the ledger here keeps the grant at least until then, or does not have the grant. */
    boolean outlives(long number, long until) {
        return !here || !leases.has(number) || leases.end(number) >= until;
    }

    /** Notes the grants that a node's peer state renewed; the next heartbeats acknowledge them. */
    void acknowledge(PeerState peerState, List<Long> renewed, long now) {
        acks.note(peerState, renewed, now);
    }

    // ---- heartbeats and echoes ----

    /** The view changes. A majority has to know it before it changes again. */
    void changeView() {
        Check.invariant(committed, "a view changes once a majority knows the one before");
        committed = false;
        committedFrom = count + 1;
    }

    Heartbeat heartbeat(View view, boolean urgent, boolean seeks, long now) {
        Check.invariant(here, "only the token's holder makes heartbeats");
        forgetOldHeartbeats(now);
        count++;
        Check.invariant(made.isEmpty() || made.get(made.size() - 1).count() < count, "heartbeat counts rise");
        made.add(new Made(count, now));
        lastHeartbeat = now;
        List<Heartbeat.Ack> told =
                acks.tell(settings.acksPerHeartbeat(view.size().permits()), leases);
        return new Heartbeat(epoch, count, view, committed, urgent, seeks, told);
    }

    private void forgetOldHeartbeats(long now) {
        while (!made.isEmpty() && made.get(0).at() + settings.validity() <= now) {
            made.remove(0);
        }
    }

    /** Counts the echoes of this node's heartbeats, or of later ones by other holders, and extends the validity. */
    void judge(Seat self, View view, Echoes known) {
        long echoed = echoedByQuorum(self, view, known);
        for (int i = made.size() - 1; i >= 0; i--) {
            if (made.get(i).count() <= echoed) {
                validUntil = Math.max(validUntil, made.get(i).at() + settings.validity());
                break;
            }
        }
        committed |= echoed >= committedFrom;
    }

    /** The largest count c such that a quorum has echoed c or more. */
    private long echoedByQuorum(Seat self, View view, Echoes known) {
        long[] echoes = new long[view.seats().size()];
        int heard = 0;
        for (Seat seat : view.seats()) {
            echoes[heard++] = seat.equals(self) ? count : known.count(seat, epoch);
        }
        int quorum = settings.quorum(view);
        if (heard < quorum) {
            return 0;
        }
        Arrays.sort(echoes, 0, heard);
        return echoes[heard - quorum];
    }
}
