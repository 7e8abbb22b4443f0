package io.meshlock.simulator.hunt;

import static io.meshlock.simulator.hunt.RecoveryBench.B;
import static io.meshlock.simulator.hunt.RecoveryBench.ELECTION_TIMEOUT;
import static io.meshlock.simulator.hunt.RecoveryBench.FIRST;
import static io.meshlock.simulator.hunt.RecoveryBench.LEASE;
import static io.meshlock.simulator.hunt.RecoveryBench.LEDGER_LEASE;
import static io.meshlock.simulator.hunt.RecoveryBench.THREE;
import static io.meshlock.simulator.hunt.RecoveryBench.VALIDITY;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.View;
import io.meshlock.protocol.recovery.FrozenToken;
import io.meshlock.protocol.recovery.Heartbeat;
import io.meshlock.protocol.recovery.PeerState;
import io.meshlock.protocol.recovery.Promise;
import io.meshlock.protocol.recovery.Proposal;
import io.meshlock.protocol.recovery.RecoveryMessage.Beacon;
import io.meshlock.protocol.recovery.RecoveryMessage.Echo;
import io.meshlock.protocol.recovery.RecoveryMessage.Enclosed;
import io.meshlock.protocol.recovery.TokenHandoff;
import io.meshlock.protocol.token.LeasedGrant;
import io.meshlock.protocol.token.TokenLeaseCheck;
import io.meshlock.simulator.hunt.RecoveryBench.Granted;
import io.meshlock.simulator.hunt.RecoveryBench.Kept;
import io.meshlock.simulator.hunt.RecoveryBench.Leased;
import io.meshlock.simulator.hunt.RecoveryBench.Lost;
import io.meshlock.simulator.hunt.RecoveryBench.Recorded;
import io.meshlock.simulator.hunt.RecoveryBench.Recovered;
import io.meshlock.simulator.hunt.RecoveryBench.Sent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one node must do and must not do after certain inputs. Each probe returns what is wrong, or null. */
final class RecoveryProbes {

    private static final Epoch NEXT = new Epoch(1, 2);
    private static final long OTHER_SEAT = 7;

    private RecoveryProbes() {}

    private static @Nullable String unless(boolean fine, String wrong) {
        return fine ? null : wrong;
    }

    // ---- promises ----

    /** Promises and echoes are on disk before they are sent. */
    static @Nullable String durable(Algorithm algorithm) {
        RecoveryBench bench = RecoveryBench.member(algorithm);
        bench.sleep(ELECTION_TIMEOUT + 1);
        bench.hear(null, bench.proposes(2, NEXT, Epoch.NONE));
        bench.sleep(B);
        bench.hear(RecoveryBench.heartbeat(NEXT, 1, RecoveryBench.view(NEXT, 0, 3), true, List.of()));
        bench.sleep(B);
        bench.hear(RecoveryBench.heartbeat(NEXT, 2, RecoveryBench.view(NEXT, 1, 4), true, List.of()));
        bench.sleep(B);
        DurableState kept = RecoveryBench.voter(1);
        for (Recorded effect : bench.effects) {
            if (effect instanceof Kept news) {
                kept = news.durable();
            } else if (effect instanceof Sent sent && sent.message() instanceof Beacon beacon) {
                for (PeerState peerState : beacon.peerStates()) {
                    if (peerState.node() == 1
                            && (peerState.promised().isAfter(kept.promised())
                                    || peerState.seen().isAfter(kept.seen()))) {
                        return "said what is not kept: " + peerState;
                    }
                }
            } else if (effect instanceof Sent sent && sent.message() instanceof Echo echo) {
                if (echo.epoch().isAfter(kept.seen())) {
                    return "echoed an epoch that is not kept";
                }
                if (echo.count() == 2 && kept.view().seats().size() < 4) {
                    return "echoed a view that is not kept";
                }
            }
        }
        boolean echoed = bench.all(Sent.class).stream()
                .anyMatch(sent -> sent.message() instanceof Echo echo && echo.count() == 2);
        return unless(echoed, "never echoed");
    }

    /** After a heartbeat, and after its start, a node makes no promise for an election timeout. */
    static @Nullable String electionTimeout(Algorithm algorithm) {
        RecoveryBench bench = RecoveryBench.member(algorithm);
        bench.sleep(ELECTION_TIMEOUT / 2);
        bench.hear(null, bench.proposes(2, NEXT, Epoch.NONE));
        bench.sleep(B);
        if (bench.peerStates().stream().anyMatch(peerState -> peerState.report() != null)) {
            return "promised too soon after its start";
        }
        bench.sleep(ELECTION_TIMEOUT);
        bench.hear(RecoveryBench.heartbeat(FIRST, 5, THREE, true, List.of()));
        bench.sleep(ELECTION_TIMEOUT / 2);
        bench.hear(null, bench.proposes(2, NEXT, Epoch.NONE));
        bench.sleep(B);
        if (bench.peerStates().stream().anyMatch(peerState -> peerState.report() != null)) {
            return "promised too soon after evidence";
        }
        bench.sleep(ELECTION_TIMEOUT);
        bench.hear(null, bench.proposes(2, NEXT, Epoch.NONE));
        bench.sleep(B);
        return unless(bench.lastPeerState().report() != null, "never promised");
    }

    /** The waiver covers heartbeats of the token that the proposer has, and of older ones. */
    static @Nullable String waiver(Algorithm algorithm) {
        RecoveryBench bench = RecoveryBench.member(algorithm);
        bench.hear(RecoveryBench.heartbeat(NEXT, 1, RecoveryBench.view(NEXT, 0, 3), true, List.of()));
        bench.sleep(B);
        bench.hear(null, bench.proposes(2, new Epoch(2, 2), FIRST));
        bench.sleep(B);
        if (bench.lastPeerState().report() != null) {
            return "took the waiver of an older token";
        }
        bench.hear(null, bench.proposes(2, new Epoch(2, 2), NEXT));
        bench.sleep(B);
        return unless(bench.lastPeerState().report() != null, "refused a good waiver");
    }

    /** Nobody promises two epochs of one round. */
    static @Nullable String rounds(Algorithm algorithm) {
        RecoveryBench bench = RecoveryBench.member(algorithm);
        bench.sleep(ELECTION_TIMEOUT + 1);
        bench.hear(null, bench.proposes(0, new Epoch(1, 0), Epoch.NONE));
        bench.sleep(B);
        bench.hear(null, bench.proposes(2, NEXT, Epoch.NONE));
        bench.sleep(B);
        return unless(bench.lastPeerState().promised().equals(new Epoch(1, 0)), "promised " + bench.lastPeerState());
    }

    // ---- the holder ----

    /** A holder whose client has the permit; one echo made the token valid. */
    private static RecoveryBench serving(Algorithm algorithm) {
        RecoveryBench bench = RecoveryBench.holder(algorithm);
        bench.request();
        bench.hear(null, bench.echo(1, FIRST, bench.lastCount()));
        bench.sleep(1);
        return bench;
    }

    /** Without echoes the holder lease ends, and no grant is renewed. */
    static @Nullable String validity(Algorithm algorithm) {
        RecoveryBench bench = serving(algorithm);
        if (!bench.isGranted()) {
            return "never granted";
        }
        bench.sleep(10 * ELECTION_TIMEOUT);
        for (Leased leased : bench.all(Leased.class)) {
            if (leased.until() > 1 + VALIDITY + LEASE) {
                return "renewed until " + leased.until();
            }
        }
        return unless(!bench.all(Lost.class).isEmpty(), "never lost");
    }

    /** Echoes from a seat that is not listed do not count. */
    static @Nullable String otherSeat(Algorithm algorithm) {
        RecoveryBench bench = RecoveryBench.holder(algorithm);
        bench.request();
        bench.hear(null, bench.seated(1, OTHER_SEAT, FIRST, bench.lastCount()));
        bench.sleep(B);
        boolean trusting = bench.isGranted() || bench.lastPeerState().proposal() != null;
        return unless(!trusting, "took the word of a stranger for a voter's");
    }

    /** After a pause, expired grants are lost before anything else happens. */
    static @Nullable String pause(Algorithm algorithm) {
        RecoveryBench bench = serving(algorithm);
        bench.jump(3 * LEASE);
        int before = bench.effects.size();
        bench.node.cancel(bench.now, 77, bench);
        boolean lost = bench.effects.size() > before && bench.effects.get(before) instanceof Lost;
        return unless(lost, "acts before it looks at its clock");
    }

    /** A token that was promised away grants no more. */
    static @Nullable String frozen(Algorithm algorithm) {
        RecoveryBench bench = serving(algorithm);
        bench.hear(null, bench.proposes(2, NEXT, FIRST));
        long number = bench.all(Granted.class).get(0).grant().number();
        bench.node.release(bench.now, number, bench);
        bench.node.request(bench.now, PermitRequest.of(2, 1), bench);
        bench.sleep(1);
        return unless(bench.all(Granted.class).size() == 1, "grants after the promise");
    }

    /** Heartbeats of a token that was promised away renew nothing. */
    static @Nullable String oldEvidence(Algorithm algorithm) {
        RecoveryBench bench = serving(algorithm);
        bench.hear(null, bench.proposes(2, NEXT, FIRST));
        long number = bench.all(Granted.class).get(0).grant().number();
        int renewals = bench.all(Leased.class).size();
        bench.sleep(B);
        Heartbeat.Ack ack = new Heartbeat.Ack(0, bench.now, List.of(number));
        bench.hear(RecoveryBench.heartbeat(FIRST, 99, THREE, true, List.of(ack)));
        return unless(bench.all(Leased.class).size() == renewals, "renewed after the promise");
    }

    /** Validity that travels with the token shrinks by the time in transit. */
    static @Nullable String transit(Algorithm algorithm) {
        RecoveryBench from = RecoveryBench.holder(algorithm);
        RecoveryBench to = new RecoveryBench(algorithm, 2, RecoveryBench.voter(2), false);
        // On this bench node 0's only link leads to 2, and 2's to 1: messages are carried between the two benches.
        to.node.linkUp(0, 0, to);
        to.request();
        int seen = 0;
        int back = 0;
        for (int round = 0; round < 40; round++) {
            seen = carry(from, to, 0, 2, seen);
            back = carry(to, from, 2, 0, back);
            from.sleep(1);
            to.sleep(1);
        }
        Sent token = from.all(Sent.class).stream()
                .filter(sent -> sent.message() instanceof Enclosed enclosed && enclosed.handoff() != null)
                .findFirst()
                .orElse(null);
        if (token == null) {
            return "the token did not go";
        }
        to.jump(VALIDITY + ELECTION_TIMEOUT);
        to.node.receive(to.now, 0, token.message(), to);
        return unless(!to.isGranted(), "granted with a token that was long on the way");
    }

    /** A new size is in force once a majority has it on disk: then no token reconstruction can miss it. */
    static @Nullable String sizeInForce(Algorithm algorithm) {
        RecoveryBench bench = serving(algorithm);
        bench.hear(null, bench.wishes(1, FIRST, bench.lastCount(), new PoolSize(2, 1, 1)));
        bench.sleep(B);
        if (!bench.all(RecoveryBench.Resized.class).isEmpty()) {
            return "goes by a size that nobody else knows";
        }
        bench.hear(null, bench.echo(1, FIRST, bench.lastCount()));
        bench.sleep(B);
        return unless(!bench.all(RecoveryBench.Resized.class).isEmpty(), "never goes by the new size");
    }

    /** Who promised an epoch that came to nothing, and follows no token, hears of the size all the same. */
    static @Nullable String sizeInVain(Algorithm algorithm) {
        RecoveryBench bench = RecoveryBench.member(algorithm);
        bench.sleep(ELECTION_TIMEOUT + B);
        bench.hear(null, bench.proposes(2, new Epoch(1, 2), Epoch.NONE));
        View resized = new View(FIRST, 1, THREE.seats(), new PoolSize(2, 1, 1));
        bench.hear(RecoveryBench.heartbeat(FIRST, 1, resized, false, List.of()));
        if (!bench.all(RecoveryBench.Resized.class).isEmpty()) {
            return "goes by a size that no majority knows";
        }
        bench.hear(RecoveryBench.heartbeat(FIRST, 2, resized, true, List.of()));
        return unless(!bench.all(RecoveryBench.Resized.class).isEmpty(), "never hears of the new size");
    }

    /** A token that moves during a change of size carries the size in force, not the coming one. */
    static @Nullable String sizeOnTheWay(Algorithm algorithm) {
        RecoveryBench from = RecoveryBench.holder(algorithm);
        RecoveryBench to = new RecoveryBench(algorithm, 2, RecoveryBench.voter(2), false);
        to.node.linkUp(0, 0, to);
        int seen = 0;
        int back = 0;
        for (int round = 0; round < 40; round++) {
            seen = carry(from, to, 0, 2, seen);
            back = carry(to, from, 2, 0, back);
            from.sleep(B / 4);
            to.sleep(B / 4);
        }
        from.hear(null, from.wishes(1, FIRST, from.lastCount(), new PoolSize(2, 1, 1)));
        to.request();
        carry(to, from, 2, 0, back);
        for (Sent sent : from.all(Sent.class)) {
            if (sent.message() instanceof Enclosed enclosed && enclosed.handoff() != null) {
                TokenHandoff handoff = enclosed.handoff();
                boolean changing = handoff.view().size().permits() == 2 && !handoff.committed();
                return unless(changing && handoff.size().permits() == 1, "the token goes with " + handoff);
            }
        }
        return "the token did not go";
    }

    /** Carries messages other than the token. */
    private static int carry(RecoveryBench from, RecoveryBench to, int sender, int receiver, int first) {
        List<Sent> all = from.all(Sent.class);
        for (int i = first; i < all.size(); i++) {
            boolean token = all.get(i).message().tokens() > 0;
            if (all.get(i).to() == receiver && !token) {
                to.node.receive(to.now, sender, all.get(i).message(), to);
            }
        }
        return all.size();
    }

    // ---- new tokens ----

    static LeasedGrant grantOf(int node, long number, long remaining) {
        return new LeasedGrant(number, new Key(0, 0, Key.requestNumber(node, 5), 1), 0, Slots.of(1), remaining);
    }

    /** A voter that has just proposed a new epoch. */
    static RecoveryBench proposer(Algorithm algorithm) {
        RecoveryBench bench = RecoveryBench.member(algorithm);
        bench.request();
        bench.sleep(ELECTION_TIMEOUT + 1);
        for (int i = 0; i < 20 && bench.lastPeerState().proposal() == null; i++) {
            bench.hear(null, bench.unbound(2));
            bench.sleep(B);
        }
        return bench;
    }

    private static Proposal proposed(RecoveryBench bench) {
        Proposal proposal = bench.lastPeerState().proposal();
        if (proposal == null) {
            throw new AssertionError("never proposed");
        }
        return proposal;
    }

    static Promise report(RecoveryBench bench, Epoch seen, View view, @Nullable FrozenToken token) {
        Proposal proposal = proposed(bench);
        return new Promise(proposal.epoch(), proposal.at(), seen, view, token, 0);
    }

    /**
     * Lets node 2 echo the new token for long enough; returns how long after the token was made the request was served.
     */
    private static long servedAfter(RecoveryBench bench) {
        List<Recovered> made = bench.all(Recovered.class);
        if (made.isEmpty()) {
            return TokenLeaseCheck.UNKNOWN;
        }
        Epoch epoch = made.get(0).epoch();
        for (int i = 0; i < 40 && !bench.isGranted(); i++) {
            bench.hear(null, bench.echo(2, epoch, bench.lastCount()));
            bench.sleep(B / 2);
        }
        List<Granted> granted = bench.all(Granted.class);
        return granted.isEmpty()
                ? Long.MAX_VALUE
                : granted.get(0).at() - made.get(0).at();
    }

    /** A frozen token counts only if no report names a newer one. */
    static @Nullable String staleToken(Algorithm algorithm) {
        RecoveryBench bench = proposer(algorithm);
        FrozenToken stale = new FrozenToken(new Epoch(-1, 0), List.of(), List.of());
        Promise report = report(bench, FIRST, THREE, stale);
        bench.hear(null, bench.reports(2, 0, report, List.of()));
        long served = servedAfter(bench);
        return unless(served >= LEDGER_LEASE && served < Long.MAX_VALUE, "served after " + served);
    }

    /** If a voter reports a grant that may have expired, its slots stay reserved for a whole lease. */
    static @Nullable String notLive(Algorithm algorithm) {
        RecoveryBench bench = proposer(algorithm);
        bench.sleep(2 * B);
        bench.hear(null, bench.reports(2, 0, report(bench, FIRST, THREE, null), List.of(grantOf(2, 1, 50))));
        long served = servedAfter(bench);
        return unless(served >= LEDGER_LEASE && served < Long.MAX_VALUE, "served after " + served);
    }

    /** The newest view in any report decides. */
    static @Nullable String newestView(Algorithm algorithm) {
        RecoveryBench bench = proposer(algorithm);
        if (!bench.all(Recovered.class).isEmpty()) {
            return "one of three made a token";
        }
        Promise report = report(bench, FIRST, RecoveryBench.view(FIRST, 2, 5), null);
        bench.hear(null, bench.reports(2, 0, report, List.of()));
        bench.sleep(B);
        return unless(bench.all(Recovered.class).isEmpty(), "two of five made a token");
    }

    /** A report from another seat does not count. */
    static @Nullable String strangerReports(Algorithm algorithm) {
        RecoveryBench bench = proposer(algorithm);
        bench.hear(null, bench.reports(2, 1, OTHER_SEAT, report(bench, FIRST, THREE, null), List.of()));
        bench.sleep(B);
        return unless(bench.all(Recovered.class).isEmpty(), "a stranger's report was counted");
    }

    /** Clients of a former incarnation may still use grants that the new incarnation does not know. */
    static @Nullable String amnesiacDenies(Algorithm algorithm) {
        RecoveryBench bench = proposer(algorithm);
        FrozenToken token = new FrozenToken(FIRST, List.of(grantOf(2, 1, LEASE)), List.of());
        bench.hear(null, bench.reports(2, 1, report(bench, FIRST, THREE, token), List.of()));
        List<Recovered> made = bench.all(Recovered.class);
        if (made.isEmpty()) {
            return "no token";
        }
        for (int i = 0; i < 8; i++) {
            bench.hear(
                    null,
                    bench.peerState(2, 1, made.get(0).epoch(), made.get(0).epoch(), bench.lastCount(), List.of()));
            bench.sleep(B);
        }
        return unless(!bench.isGranted(), "served at once");
    }

    /** A grant in a frozen token's ledger may last longer by another clock. */
    static @Nullable String takeOver(Algorithm algorithm) {
        RecoveryBench bench = proposer(algorithm);
        LeasedGrant grant = grantOf(0, 1, LEASE);
        FrozenToken token = new FrozenToken(FIRST, List.of(grant), List.of());
        bench.hear(null, bench.reports(2, 0, report(bench, FIRST, THREE, token), List.of()));
        long served = servedAfter(bench);
        return unless(served >= LEDGER_LEASE && served < Long.MAX_VALUE, "served after " + served);
    }

    /** When a token that has a grant or a reservation with so much of its lease left is taken over: how long the next waits. */
    private static long servedAfter(Algorithm algorithm, long remaining, boolean granted) {
        RecoveryBench bench = proposer(algorithm);
        List<LeasedGrant> ledger = granted ? List.of(grantOf(0, 1, remaining)) : List.of();
        List<FrozenToken.Reserved> kept =
                granted ? List.of() : List.of(new FrozenToken.Reserved(Slots.of(1), remaining));
        FrozenToken token = new FrozenToken(FIRST, ledger, kept);
        bench.hear(null, bench.reports(2, 0, report(bench, FIRST, THREE, token), List.of()));
        return servedAfter(bench);
    }

    /**
     * However often a token is taken over: nobody granted or renewed later than now, so no lease lasts longer than a whole one
     * from now. Otherwise it would last q times as long with every new token. What a client had kept for longer is kept.
     */
    static @Nullable String takenOverAgain(Algorithm algorithm) {
        long most = LEDGER_LEASE + 2 * B;
        long grant = servedAfter(algorithm, LEDGER_LEASE, true);
        long reservation = servedAfter(algorithm, LEDGER_LEASE, false);
        if (grant > most || reservation > most) {
            return "served after " + grant + " and " + reservation;
        }
        return unless(servedAfter(algorithm, LEDGER_LEASE + 4 * B, true) >= LEDGER_LEASE + 4 * B, "kept too short");
    }

    /** A peer state written before the new token was made proves nothing about its reservations. */
    static @Nullable String adoption(Algorithm algorithm) {
        RecoveryBench bench = proposer(algorithm);
        bench.hear(null, bench.reports(2, 0, report(bench, FIRST, THREE, null), List.of()));
        Epoch epoch = bench.all(Recovered.class).get(0).epoch();
        bench.sleep(B);
        bench.hear(null, bench.echo(2, epoch, bench.lastCount()));
        bench.hear(null, bench.peerState(0, 0, epoch, FIRST, 0, List.of(grantOf(0, 1, 10))));
        bench.sleep(B);
        bench.hear(null, bench.echo(2, epoch, bench.lastCount()));
        bench.sleep(B);
        Heartbeat last = bench.lastHeartbeat();
        if (last == null || last.acks().stream().anyMatch(ack -> ack.node() == 0)) {
            return "adopted because of an old peer state";
        }
        bench.hear(null, bench.peerState(0, 0, epoch, epoch, bench.lastCount(), List.of(grantOf(0, 1, 10))));
        bench.sleep(2 * B);
        last = bench.lastHeartbeat();
        return unless(last != null && last.acks().stream().anyMatch(ack -> ack.node() == 0), "never adopted");
    }

    /** Nodes that were not asked may hold what no voter reports. */
    static @Nullable String othersHold(Algorithm algorithm) {
        RecoveryBench bench = proposer(algorithm);
        Promise report = report(bench, FIRST, THREE, null);
        bench.hear(null, bench.reports(0, 0, report, List.of()), bench.reports(2, 0, report, List.of()));
        long served = servedAfter(bench);
        return unless(served >= LEDGER_LEASE && served < Long.MAX_VALUE, "served after " + served);
    }
}
