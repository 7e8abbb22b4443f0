package io.meshlock.simulator.hunt;

import static io.meshlock.simulator.hunt.RecoveryBench.B;
import static io.meshlock.simulator.hunt.RecoveryBench.ELECTION_TIMEOUT;
import static io.meshlock.simulator.hunt.RecoveryBench.FIRST;
import static io.meshlock.simulator.hunt.RecoveryBench.THREE;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.recovery.PeerState;
import io.meshlock.protocol.recovery.RecoveryMessage.Beacon;
import io.meshlock.protocol.recovery.RecoveryMessage.Echo;
import io.meshlock.simulator.hunt.RecoveryBench.Kept;
import io.meshlock.simulator.hunt.RecoveryBench.Sent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A voter whose disk was put back to an earlier state, and its neighbours, who remember more. Each probe returns what is
 * wrong, or null.
 */
final class RestoredProbes {

    private static final int RESTORED = 1;
    private static final int OTHER = 2;
    private static final Epoch LATER = new Epoch(1, OTHER);

    private RestoredProbes() {}

    /** A voter that starts from its disk. */
    private static RecoveryBench restarted(Algorithm algorithm) {
        return new RecoveryBench(
                algorithm, RESTORED, RecoveryBench.voter(RESTORED).restarted(), false);
    }

    private static boolean hasSeat(RecoveryBench bench) {
        List<Kept> kept = bench.all(Kept.class);
        return kept.isEmpty() || kept.get(kept.size() - 1).durable().isSeated();
    }

    /** Somebody remembers a promise of the voter that is not on its disk. */
    static @Nullable String forgottenPromise(Algorithm algorithm) {
        RecoveryBench bench = restarted(algorithm);
        bench.hear(null, bench.peerState(RESTORED, 0, LATER, FIRST, 0, List.of()));
        return hasSeat(bench) ? "keeps a seat that promised what it does not know" : null;
    }

    /** Somebody remembers a later start from the same disk. */
    static @Nullable String laterStart(Algorithm algorithm) {
        RecoveryBench bench = restarted(algorithm);
        bench.hear(null, bench.peerState(RESTORED, 7, FIRST, FIRST, 0, List.of()));
        return hasSeat(bench) ? "keeps a seat that was used by a later start" : null;
    }

    /** Somebody has promised an epoch that the voter itself proposed, and does not know. */
    static @Nullable String ownEpoch(Algorithm algorithm) {
        RecoveryBench bench = restarted(algorithm);
        bench.hear(null, bench.peerState(OTHER, 0, new Epoch(1, RESTORED), FIRST, 0, List.of()));
        return hasSeat(bench) ? "keeps a seat that proposed what it does not know" : null;
    }

    /** What is told of the voter's last start, as it was, is no reason to doubt its disk. */
    static @Nullable String faithfulDisk(Algorithm algorithm) {
        RecoveryBench bench = restarted(algorithm);
        bench.hear(null, bench.peerState(RESTORED, 0, FIRST, FIRST, 3, List.of()), bench.echo(OTHER, LATER, 0));
        return hasSeat(bench) ? null : "gives up its seat, though its disk knows all it promised";
    }

    /** Once the voter votes, nobody talks it out of its seat: that would be too easy for liars. */
    static @Nullable String lateClaim(Algorithm algorithm) {
        RecoveryBench bench = restarted(algorithm);
        bench.sleep(ELECTION_TIMEOUT + 1);
        bench.hear(null, bench.peerState(RESTORED, 0, LATER, FIRST, 0, List.of()));
        return hasSeat(bench) ? null : "a claim unseats a voter that has been there for long";
    }

    private static boolean echoes(RecoveryBench bench, long count) {
        boolean tells = bench.peerStates().stream().anyMatch(each -> each.echo() == count);
        return tells
                || bench.all(Sent.class).stream()
                        .anyMatch(sent -> sent.message() instanceof Echo echo && echo.count() == count);
    }

    /** A token may not rest on the voter before others could tell what it has forgotten. */
    static @Nullable String echo(Algorithm algorithm) {
        RecoveryBench bench = restarted(algorithm);
        bench.hear(RecoveryBench.heartbeat(FIRST, 5, THREE, true, List.of()));
        bench.sleep(ELECTION_TIMEOUT / 2);
        if (echoes(bench, 5)) {
            return "echoes before others could object";
        }
        bench.sleep(ELECTION_TIMEOUT / 2 + 1);
        bench.hear(RecoveryBench.heartbeat(FIRST, 6, THREE, true, List.of()));
        bench.sleep(2 * B);
        return echoes(bench, 6) ? null : "never echoes";
    }

    /** Nor does it help to make a token, even if the holder of the one that it remembers asks it to. */
    static @Nullable String waiver(Algorithm algorithm) {
        RecoveryBench bench = restarted(algorithm);
        bench.hear(null, bench.proposes(OTHER, LATER, FIRST));
        bench.sleep(2 * B);
        boolean promised = bench.peerStates().stream().anyMatch(each -> each.report() != null);
        return promised ? "promises before others could object" : null;
    }

    // ---- its neighbours ----

    private static List<PeerState> toldOfOther(RecoveryBench bench) {
        List<PeerState> told = new ArrayList<>();
        for (Sent sent : bench.all(Sent.class)) {
            if (sent.message() instanceof Beacon beacon) {
                beacon.peerStates().stream()
                        .filter(each -> each.node() == OTHER)
                        .forEach(told::add);
            }
        }
        return told;
    }

    private static @Nullable PeerState lastTold(RecoveryBench bench) {
        List<PeerState> told = toldOfOther(bench);
        return told.isEmpty() ? null : told.get(told.size() - 1);
    }

    /** A neighbour in calm times, so that peer states go round for a reason only. */
    private static RecoveryBench neighbour(Algorithm algorithm) {
        RecoveryBench bench = RecoveryBench.member(algorithm);
        bench.hear(RecoveryBench.heartbeat(LATER, 1, RecoveryBench.view(LATER, 0, 3), true, List.of()));
        bench.sleep(3 * B);
        return bench;
    }

    private static PeerState before(RecoveryBench bench) {
        return bench.peerState(OTHER, 0, LATER, LATER, 1, List.of());
    }

    private static PeerState restored(RecoveryBench bench) {
        return bench.peerState(OTHER, 9, FIRST, FIRST, 0, List.of());
    }

    private static @Nullable String tells(RecoveryBench bench, long incarnation) {
        PeerState told = lastTold(bench);
        return told != null && told.incarnation() == incarnation ? null : "tells " + told;
    }

    /** Who remembers more of a voter than the voter itself says so. */
    static @Nullable String reminds(Algorithm algorithm) {
        RecoveryBench bench = neighbour(algorithm);
        bench.hear(null, before(bench));
        bench.sleep(3 * B);
        bench.effects.clear();
        bench.hear(null, restored(bench));
        bench.sleep(B);
        return tells(bench, 0);
    }

    /** A new neighbour hears at once what it said before. */
    static @Nullable String greets(Algorithm algorithm) {
        RecoveryBench bench = neighbour(algorithm);
        bench.hear(null, before(bench));
        bench.sleep(3 * B);
        bench.node.linkDown(bench.now, OTHER, bench);
        bench.sleep(3 * B);
        bench.effects.clear();
        bench.node.linkUp(bench.now, OTHER, bench);
        return tells(bench, 0);
    }

    /** And whoever is in between passes it on. */
    static @Nullable String passesOn(Algorithm algorithm) {
        RecoveryBench bench = neighbour(algorithm);
        PeerState before = before(bench);
        bench.hear(null, restored(bench));
        bench.sleep(3 * B);
        bench.effects.clear();
        bench.hear(null, before);
        bench.sleep(B);
        return tells(bench, 0);
    }

    /** If the voter keeps its seat, it is believed in the end, and the dispute is not begun again. */
    static @Nullable String forgives(Algorithm algorithm) {
        RecoveryBench bench = neighbour(algorithm);
        PeerState before = before(bench);
        bench.hear(null, before);
        bench.hear(null, restored(bench));
        bench.sleep(ELECTION_TIMEOUT + B);
        bench.hear(null, restored(bench));
        bench.sleep(B);
        bench.effects.clear();
        bench.hear(null, before);
        bench.sleep(ELECTION_TIMEOUT);
        bench.request();
        bench.hear(null, bench.peerState(OTHER, 9, FIRST, FIRST, 0, List.of()));
        bench.sleep(2 * B);
        return tells(bench, 9);
    }

    // ---- several starts from one disk ----

    private static PeerState said(RecoveryBench bench, long incarnation) {
        return bench.peerState(OTHER, incarnation, LATER, LATER, 1, List.of());
    }

    /** A neighbour that heard of a start and then nothing for so long. It misses the token, so it tells what it knows. */
    private static RecoveryBench afterSilence(Algorithm algorithm, long span) {
        RecoveryBench bench = neighbour(algorithm);
        bench.request();
        bench.sleep(ELECTION_TIMEOUT + B);
        bench.hear(null, said(bench, 9));
        bench.sleep(span);
        bench.effects.clear();
        return bench;
    }

    private static boolean tellsOf(RecoveryBench bench, long incarnation) {
        return toldOfOther(bench).stream().anyMatch(each -> each.incarnation() == incarnation);
    }

    /** A copy of a disk counted further than its original and has gone: the original is heard once it has spoken twice. */
    static @Nullable String earlierStart(Algorithm algorithm) {
        RecoveryBench bench = afterSilence(algorithm, ELECTION_TIMEOUT + B);
        bench.hear(null, said(bench, 2));
        bench.sleep(2 * B);
        if (tellsOf(bench, 2)) {
            return "believes a single word of an earlier start";
        }
        bench.hear(null, said(bench, 2));
        bench.sleep(2 * B);
        return tellsOf(bench, 2) ? null : "does not hear a start whose copy has gone";
    }

    /** While the later start may be there, it is the one that counts. */
    static @Nullable String laterStartCounts(Algorithm algorithm) {
        RecoveryBench bench = afterSilence(algorithm, 2 * B);
        bench.hear(null, said(bench, 2));
        bench.hear(null, said(bench, 2));
        bench.sleep(2 * B);
        return tellsOf(bench, 2) ? "believes an earlier start beside a later one" : null;
    }

    /** Nothing that the later start said before makes it the one that counts again. */
    static @Nullable String deadStart(Algorithm algorithm) {
        RecoveryBench bench = neighbour(algorithm);
        PeerState dead = said(bench, 9);
        bench.request();
        bench.hear(null, dead);
        bench.sleep(ELECTION_TIMEOUT + B);
        bench.hear(null, said(bench, 2));
        bench.hear(null, said(bench, 2));
        bench.effects.clear();
        bench.hear(null, dead);
        bench.sleep(2 * B);
        return tellsOf(bench, 9) ? "an old word of a start that has gone is news again" : null;
    }
}
