package io.meshlock.simulator.hunt;

import static io.meshlock.simulator.hunt.RecoveryBench.B;
import static io.meshlock.simulator.hunt.RecoveryBench.ELECTION_TIMEOUT;
import static io.meshlock.simulator.hunt.RecoveryBench.FIRST;
import static io.meshlock.simulator.hunt.RecoveryBench.THREE;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.recovery.PeerState;
import io.meshlock.protocol.recovery.RecoveryMessage.Beacon;
import io.meshlock.simulator.hunt.RecoveryBench.Recovered;
import io.meshlock.simulator.hunt.RecoveryBench.Sent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node is stranded if it promised an epoch that came to nothing and was unseated meanwhile: it follows the present token
 * no more, and has no vote to make another one. Each probe returns what is wrong, or null.
 */
final class StrandedProbes {

    private static final int STRANDED = 2;

    /** A promise that no token came of. */
    private static final Epoch LOST = new Epoch(9, STRANDED);

    private StrandedProbes() {}

    /** The holder makes an epoch that a stranded node may join: one per election timeout, for anybody can claim that. */
    static @Nullable String oncePerTimeout(Algorithm algorithm) {
        RecoveryBench bench = new RecoveryBench(algorithm, 0, DurableState.ofMesh(0, 3, 1, 1), true);
        bench.request();
        for (int i = 0; i < 3 * ELECTION_TIMEOUT / B; i++) {
            bench.hear(null, bench.stranded(STRANDED, LOST));
            bench.sleep(B);
        }
        int epochs = bench.all(Recovered.class).size();
        return epochs >= 2 && epochs <= 4 ? null : epochs + " epochs in three election timeouts";
    }

    /** A stranded node that wants something says so, also after a restart, when its report is gone. */
    static @Nullable String saysSo(Algorithm algorithm) {
        DurableState kept = new DurableState(1, Seat.NONE, LOST, FIRST, RecoveryBench.view(FIRST, 1, 1));
        RecoveryBench bench = new RecoveryBench(algorithm, STRANDED, kept, false);
        bench.request();
        bench.sleep(2 * ELECTION_TIMEOUT);
        return bench.peerStates().stream().anyMatch(PeerState::asks) ? null : "says nothing of itself";
    }

    /** Nodes between the stranded one and the holder pass its word on, though they are in no trouble. */
    static @Nullable String passedOn(Algorithm algorithm) {
        RecoveryBench bench = RecoveryBench.member(algorithm);
        bench.hear(RecoveryBench.heartbeat(FIRST, 1, THREE, true, List.of()));
        bench.sleep(B);
        bench.hear(null, bench.stranded(7, LOST));
        bench.sleep(B);
        boolean told = bench.all(Sent.class).stream()
                .anyMatch(sent -> sent.message() instanceof Beacon beacon
                        && beacon.peerStates().stream().anyMatch(each -> each.node() == 7));
        return told ? null : "a stranded node's word is not passed on";
    }
}
