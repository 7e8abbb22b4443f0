package io.meshlock.simulator.hunt;

import static io.meshlock.simulator.hunt.RecoveryBench.B;
import static io.meshlock.simulator.hunt.RecoveryBench.ELECTION_TIMEOUT;
import static io.meshlock.simulator.hunt.RecoveryBench.FIRST;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.recovery.PeerState;
import io.meshlock.protocol.recovery.Proposal;
import io.meshlock.protocol.token.FencingToken;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Peer states that nobody wrote: what they claim must not cost a pool its rounds. Each probe returns what is wrong, or null. */
final class LiarProbes {

    /** No node has this number. */
    private static final int NOBODY = 77;

    private static final int FEW_ROUNDS = 2_000;

    private LiarProbes() {}

    private static PeerState forged(RecoveryBench bench, int writer, int round) {
        return bench.peerState(writer, 0, new Epoch(round, writer), FIRST, 0, List.of());
    }

    /** The round that the node proposed first; -1 if it proposed nothing. */
    private static int proposed(RecoveryBench bench) {
        for (PeerState each : bench.peerStates()) {
            Proposal proposal = each.proposal();
            if (proposal != null) {
                return proposal.epoch().round();
            }
        }
        return -1;
    }

    /** The first round that a voter proposes after somebody is said to have promised the last one of all. */
    private static int firstRound(Algorithm algorithm, int writer) {
        RecoveryBench bench = RecoveryBench.member(algorithm);
        bench.request();
        bench.sleep(ELECTION_TIMEOUT + 1);
        for (int i = 0; i < 60; i++) {
            bench.hear(null, bench.unbound(0), forged(bench, writer, FencingToken.MAX_ROUND));
            bench.sleep(B);
        }
        return proposed(bench);
    }

    /** Rounds are counted by what voters have promised. */
    static @Nullable String forgedRound(Algorithm algorithm) {
        int round = firstRound(algorithm, NOBODY);
        return round == 1 ? null : "proposes round " + round;
    }

    /** And what is said of a voter is believed step by step. */
    static @Nullable String forgedLead(Algorithm algorithm) {
        int round = firstRound(algorithm, 2);
        return round > 0 && round < FEW_ROUNDS ? null : "proposes round " + round;
    }

    /** Only a voter's promise overtakes the holder. */
    static @Nullable String forgedOvertaking(Algorithm algorithm) {
        RecoveryBench bench = RecoveryBench.holder(algorithm);
        bench.request();
        for (int i = 0; i < 30; i++) {
            bench.hear(null, bench.echo(1, FIRST, bench.lastCount()), forged(bench, NOBODY, 1));
            bench.sleep(B);
        }
        int round = proposed(bench);
        return round < 0 ? null : "proposes round " + round;
    }
}
