package io.meshlock.simulator.hunt;

import static io.meshlock.simulator.hunt.RecoveryBench.B;
import static io.meshlock.simulator.hunt.RecoveryBench.FIRST;
import static io.meshlock.simulator.hunt.RecoveryBench.LEDGER_LEASE;
import static io.meshlock.simulator.hunt.RecoveryBench.THREE;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.recovery.PeerState;
import io.meshlock.protocol.recovery.Promise;
import io.meshlock.protocol.recovery.RecoveryMessage.Renew;
import io.meshlock.protocol.token.LeasedGrant;
import io.meshlock.simulator.hunt.RecoveryBench.Granted;
import io.meshlock.simulator.hunt.RecoveryBench.Recovered;
import io.meshlock.simulator.hunt.RecoveryBench.Sent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Renewals on their way to the token's holder. Each probe returns what is wrong, or null. */
final class RenewalProbes {

    private static final int HOLDER_SIDE = 2;
    private static final int FAR_SIDE = 3;

    private RenewalProbes() {}

    /** A node between the holder's side and the far side. */
    private static RecoveryBench between(Algorithm algorithm) {
        RecoveryBench bench = RecoveryBench.member(algorithm);
        bench.node.linkUp(bench.now, FAR_SIDE, bench);
        bench.hear(RecoveryBench.heartbeat(FIRST, 1, THREE, true, List.of()));
        bench.sleep(B);
        return bench;
    }

    private static List<Sent> renewals(RecoveryBench bench) {
        return bench.all(Sent.class).stream()
                .filter(sent -> sent.message() instanceof Renew)
                .toList();
    }

    /** Passed on to where heartbeats come from, at once and once. */
    static @Nullable String goesOn(Algorithm algorithm) {
        RecoveryBench bench = between(algorithm);
        PeerState told = bench.echo(7, FIRST, 1);
        bench.node.receive(bench.now, FAR_SIDE, new Renew(told, 4), bench);
        bench.sleep(B);
        List<Sent> sent = renewals(bench);
        boolean fine = sent.size() == 1
                && sent.get(0).to() == HOLDER_SIDE
                && sent.get(0).message().equals(new Renew(told, 5));
        return fine ? null : "sent " + sent;
    }

    /** Never back to where it came from, and not for ever: the way may lead round in a circle. */
    static @Nullable String ends(Algorithm algorithm) {
        RecoveryBench bench = between(algorithm);
        PeerState told = bench.echo(7, FIRST, 1);
        bench.node.receive(bench.now, HOLDER_SIDE, new Renew(told, 4), bench);
        if (!renewals(bench).isEmpty()) {
            return "sends a renewal back";
        }
        bench.node.receive(bench.now, FAR_SIDE, new Renew(told, Renew.MOST_HOPS), bench);
        return renewals(bench).isEmpty() ? null : "passes on what has come too far";
    }

    /** A renewed entry of the ledger outlasts the lease that it renews, however clocks drift. */
    static @Nullable String outlasts(Algorithm algorithm) {
        RecoveryBench bench = RecoveryProbes.proposer(algorithm);
        List<LeasedGrant> held = List.of(RecoveryProbes.grantOf(0, 1, 900));
        Promise report = RecoveryProbes.report(bench, FIRST, THREE, null);
        bench.hear(null, bench.reports(0, 0, report, held), bench.reports(2, 0, report, List.of()));
        Epoch epoch = bench.all(Recovered.class).get(0).epoch();
        echo(bench, epoch, 4);
        long renewed = bench.now;
        PeerState told = bench.peerState(0, 0, epoch, epoch, bench.lastCount(), held);
        bench.node.receive(bench.now, HOLDER_SIDE, new Renew(told, 1), bench);
        echo(bench, epoch, 40);
        List<Granted> granted = bench.all(Granted.class);
        long after = granted.isEmpty() ? Long.MAX_VALUE : granted.get(0).at() - renewed;
        return after >= LEDGER_LEASE && after < Long.MAX_VALUE ? null : "served after " + after;
    }

    private static void echo(RecoveryBench bench, Epoch epoch, int times) {
        for (int i = 0; i < times; i++) {
            bench.hear(null, bench.echo(2, epoch, bench.lastCount()));
            bench.sleep(B / 2);
        }
    }
}
