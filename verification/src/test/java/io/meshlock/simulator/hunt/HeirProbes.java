package io.meshlock.simulator.hunt;

import static io.meshlock.simulator.hunt.RecoveryBench.B;
import static io.meshlock.simulator.hunt.RecoveryBench.ELECTION_TIMEOUT;
import static io.meshlock.simulator.hunt.RecoveryBench.LEASE;
import static io.meshlock.simulator.hunt.RecoveryBench.LEDGER_LEASE;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Policy;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.prioritized.PrioritizedMessage.HeirsMessage;
import io.meshlock.protocol.recovery.RecoveryMessage.Enclosed;
import io.meshlock.protocol.token.FencingToken;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lines of a pool with recovery whose nodes are gone, cut off, or in another epoch. Node 0 has the token, nodes 0 to 2
 * vote, node 3 holds a permit, and node 4 is its heir. Each probe returns what is wrong, or null.
 */
final class HeirProbes {

    private HeirProbes() {}

    /** A mesh in which permits were held, and found to be held for a short time. */
    private static ScriptedMesh mesh(Algorithm algorithm, int permits) {
        return mesh(algorithm, permits, LEASE);
    }

    private static ScriptedMesh mesh(Algorithm algorithm, int permits, long lease) {
        PoolSettings pool = new PoolSettings(permits, Policy.FIFO, 100);
        Map<String, Long> options = Map.of("ahead", 6L, "migration", 1_000L, "lease", lease);
        ScriptedMesh mesh = new ScriptedMesh(algorithm, 6, 3, pool, options);
        mesh.run(5 * B);
        for (int i = 0; i < 3; i++) {
            mesh.request(3);
            mesh.run(3);
            mesh.release(3);
            mesh.run(3);
        }
        return mesh;
    }

    /** Node 3 has a permit, and node 4 has been named as its heir a while later. Null, or what went wrong. */
    private static @Nullable String begin(ScriptedMesh mesh, long later) {
        int[] named = {0};
        mesh.onSend = (message, from) -> named[0] += isHeirs(message) ? 1 : 0;
        mesh.request(3);
        mesh.run(later);
        mesh.request(4);
        mesh.run(3);
        return !mesh.holds(3) ? "node 3 does not hold the permit" : named[0] == 0 ? "nobody was named" : null;
    }

    private static boolean isHeirs(Message message) {
        return message instanceof Enclosed enclosed && enclosed.message() instanceof HeirsMessage;
    }

    /** The holder is gone, and with it the word of who comes next: its permit is free after one lease, as without heirs. */
    static @Nullable String holderDies(Algorithm algorithm) {
        ScriptedMesh mesh = mesh(algorithm, 1);
        String amiss = begin(mesh, LEASE / 4);
        if (amiss != null) {
            return amiss;
        }
        mesh.request(5);
        mesh.run(3);
        mesh.cutOff(3);
        long left = LEDGER_LEASE - LEASE / 4;
        return mesh.runUntil(left + B, () -> mesh.holds(4)) ? null : "the permit is kept back for longer than a lease";
    }

    /** Holder and heir are cut off together, and the permit is passed on there: it is over when the ledger says so. */
    static @Nullable String passesWhileCutOff(Algorithm algorithm) {
        ScriptedMesh mesh = mesh(algorithm, 1);
        String amiss = begin(mesh, LEASE * 3 / 10);
        if (amiss != null) {
            return amiss;
        }
        mesh.cutOff(3, 4);
        mesh.request(1);
        mesh.run(B);
        mesh.release(3);
        mesh.run(2);
        if (!mesh.holds(4)) {
            return "the permit was not passed on";
        }
        return mesh.runUntil(2 * LEDGER_LEASE, () -> mesh.holds(1)) && !mesh.holds(4) ? null : "two hold one permit";
    }

    /** The promise ends while the holder keeps the permit: the heir refuses it then, and it is home at once. */
    static @Nullable String heirRefuses(Algorithm algorithm) {
        ScriptedMesh mesh = mesh(algorithm, 1);
        String amiss = begin(mesh, 3);
        if (amiss != null) {
            return amiss;
        }
        int[] named = {0};
        mesh.onSend = (message, from) -> named[0] += isHeirs(message) ? 1 : 0;
        mesh.run(2 * LEDGER_LEASE);
        if (!mesh.holds(3)) {
            return "node 3 has lost the permit";
        }
        mesh.release(3);
        if (!mesh.runUntil(B / 2, () -> mesh.holds(4))) {
            return "the permit was not home at once";
        }
        return named[0] == 0 ? null : "somebody was named who cannot get the permit from there";
    }

    /**
     * Two promises end while the holders keep their permits. One permit comes free: all who wait get it in turn, and
     * nobody waits for the holder that it was named behind.
     */
    static @Nullable String otherPermit(Algorithm algorithm) {
        ScriptedMesh mesh = mesh(algorithm, 2);
        int[] named = {0};
        mesh.onSend = (message, from) -> named[0] += isHeirs(message) ? 1 : 0;
        for (int node : List.of(3, 5, 4, 1, 2)) {
            mesh.request(node);
            mesh.run(3);
        }
        if (named[0] < 2) {
            return "nobody was named behind one of the holders";
        }
        mesh.run(LEDGER_LEASE + 2 * B);
        for (int node : List.of(5, 4, 1)) {
            mesh.release(node);
            mesh.run(B / 2);
        }
        return mesh.holds(3) && mesh.holds(2) ? null : "a permit is free, and nobody has it";
    }

    /**
     * The heir has entered, is cut off, and its promise ends before word of it arrives: who had the permit before it has
     * passed it on, and the permit is free.
     */
    static @Nullable String enteredTooLate(Algorithm algorithm) {
        ScriptedMesh mesh = mesh(algorithm, 1);
        String amiss = begin(mesh, 3);
        if (amiss != null) {
            return amiss;
        }
        mesh.run(LEASE - B);
        mesh.cutOff(4, 5);
        mesh.link(3, 4, true);
        mesh.run(3);
        mesh.release(3);
        mesh.run(2);
        if (!mesh.holds(4)) {
            return "the permit was not passed on";
        }
        mesh.cutOff(4, 5);
        mesh.request(4);
        mesh.run(LEDGER_LEASE - LEASE + B + 50);
        mesh.cutOff(4);
        mesh.link(0, 5, true);
        mesh.link(1, 5, true);
        mesh.request(5);
        return mesh.runUntil(2 * LEDGER_LEASE, () -> mesh.holds(5)) ? null : "nobody has the permit any more";
    }

    /** A new token knows nothing of lines: who holds a permit in its epoch passes it on to nobody named before. */
    static @Nullable String otherEpoch(Algorithm algorithm) {
        ScriptedMesh mesh = mesh(algorithm, 1);
        String amiss = begin(mesh, 3);
        if (amiss != null) {
            return amiss;
        }
        mesh.cutOff(0);
        mesh.restart(0, true);
        mesh.request(1);
        if (!mesh.runUntil(4 * ELECTION_TIMEOUT, () -> mesh.isValid(1) || mesh.isValid(2))) {
            return "no token was made";
        }
        int round = Math.max(
                mesh.status(1).promised().round(), mesh.status(2).promised().round());
        mesh.release(3);
        if (!mesh.runUntil(LEDGER_LEASE, () -> mesh.holds(4) || mesh.holds(1))) {
            return "nobody was served";
        }
        boolean passedOn = mesh.holds(4) && FencingToken.round(mesh.number(4)) < round;
        return passedOn ? "a permit was passed on from one epoch to another" : null;
    }

    /** A voter holds a permit, and is its own heir. It has told a new token what it holds: then it passes nothing on. */
    static @Nullable String passesOnWhatItReported(Algorithm algorithm) {
        ScriptedMesh mesh = mesh(algorithm, 1, 4 * ELECTION_TIMEOUT);
        mesh.request(1);
        mesh.run(3);
        int[] named = {0};
        mesh.onSend = (message, from) -> named[0] += isHeirs(message) ? 1 : 0;
        mesh.request(1);
        mesh.run(3);
        if (!mesh.holds(1) || named[0] == 0) {
            return "node 1 is not its own heir";
        }
        int round = mesh.status(1).promised().round();
        mesh.cutOff(0);
        mesh.request(2);
        if (!mesh.runUntil(4 * ELECTION_TIMEOUT, () -> mesh.status(1).promised().round() > round)) {
            return "node 1 promised nothing";
        }
        if (!mesh.holds(1)) {
            return "node 1 has lost the permit";
        }
        mesh.release(1);
        return mesh.holds(1) ? "a permit was passed on that a new token does not know of" : null;
    }
}
