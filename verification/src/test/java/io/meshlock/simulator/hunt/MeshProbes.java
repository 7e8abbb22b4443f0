package io.meshlock.simulator.hunt;

import static io.meshlock.simulator.hunt.RecoveryBench.B;
import static io.meshlock.simulator.hunt.RecoveryBench.ELECTION_TIMEOUT;
import static io.meshlock.simulator.hunt.RecoveryBench.LEASE;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.View;
import io.meshlock.protocol.recovery.RecoveryMessage.Beacon;
import org.jspecify.annotations.Nullable;

/**
 * Stories of a whole mesh that random runs do not come near: scripts which the model of these rules needed to find what
 * seats are for. Each probe returns what is wrong, or null.
 */
final class MeshProbes {

    private MeshProbes() {}

    private static boolean votes(ScriptedMesh mesh, int asSeenBy, int node) {
        return mesh.status(asSeenBy).view().seat(node) != null;
    }

    /**
     * A voter helps to make a token, is unseated by its holder, forgets everything, and hears the heartbeat of the old
     * token, whose holder still counts on a voter of that number.
     */
    static @Nullable String forgottenSeat(Algorithm algorithm) {
        ScriptedMesh mesh = new ScriptedMesh(algorithm, 5, 3);
        mesh.request(0);
        mesh.request(0);
        mesh.run(5 * B);
        mesh.cutOff(0);
        mesh.request(1);
        if (!mesh.runUntil(3 * ELECTION_TIMEOUT, () -> mesh.isValid(1))) {
            return "node 1 made no token";
        }
        if (!mesh.runUntil(6 * ELECTION_TIMEOUT, () -> !votes(mesh, 1, 0) && mesh.isGranted(1))) {
            return "the voter that is cut off was not replaced";
        }
        mesh.forget(1, 2);
        if (!mesh.runUntil(ELECTION_TIMEOUT, () -> !votes(mesh, 1, 2))) {
            return "the voter that is gone was not unseated";
        }
        mesh.restart(2, true);
        mesh.link(0, 2, true);
        mesh.run(ELECTION_TIMEOUT);
        return mesh.isValid(1) ? mesh.wrong() : "the new token is not valid";
    }

    /**
     * A voter promises, loses its disk and is seated again under another number. The promise that its former self gave
     * must not count: its present self does not remember it, and echoes the old token.
     */
    static @Nullable String forgottenPromise(Algorithm algorithm) {
        ScriptedMesh mesh = new ScriptedMesh(algorithm, 5, 5);
        mesh.request(0);
        mesh.request(0);
        mesh.run(5 * B);
        mesh.cutOff(0);
        mesh.request(1);
        boolean[] proposed = {false};
        mesh.onSend = (message, from) -> {
            if (from == 1 && !proposed[0] && proposes(message)) {
                proposed[0] = true;
                mesh.soon(() -> mesh.cutOff(1, 4));
            }
        };
        mesh.runUntil(3 * ELECTION_TIMEOUT, () -> proposed[0]);
        if (!mesh.runUntil(B, () -> mesh.status(4).promised().round() == 1)) {
            return "node 4 did not promise";
        }
        mesh.link(0, 2, true);
        mesh.link(0, 3, true);
        if (!mesh.runUntil(ELECTION_TIMEOUT, () -> mesh.isValid(0))) {
            return "the old token did not become valid again";
        }
        mesh.forget(0, 4);
        mesh.runUntil(ELECTION_TIMEOUT, () -> !votes(mesh, 0, 4));
        mesh.restart(4, true);
        mesh.link(0, 4, true);
        if (!mesh.runUntil(
                ELECTION_TIMEOUT,
                () -> votes(mesh, 2, 4) && mesh.status(2).view().version() == 2)) {
            return "node 4 got no other seat: " + mesh.status(2).view();
        }
        return promisedTwice(mesh);
    }

    /** Node 2 promises, too, when its election timeout is over; nodes 1, 2 and the former 4 are not a majority. */
    private static @Nullable String promisedTwice(ScriptedMesh mesh) {
        mesh.run(3 * B);
        mesh.cutOff(2);
        mesh.run(ELECTION_TIMEOUT + B);
        View before = mesh.status(0).view();
        mesh.link(1, 2, true);
        if (!mesh.runUntil(ELECTION_TIMEOUT, () -> mesh.status(2).promised().round() == 1)) {
            return "node 2 did not promise";
        }
        mesh.run(2 * B);
        mesh.link(1, 4, true);
        mesh.run(10 * B);
        return before.seats().size() == 5 ? mesh.wrong() : "the view is " + before;
    }

    private static boolean proposes(Message message) {
        return message instanceof Beacon beacon
                && beacon.peerStates().stream().anyMatch(each -> each.node() == 1 && each.proposal() != null);
    }

    /** A node that leaves hands the token on, but not one that is not valid: others may have made another one. */
    static @Nullable String staysWhileInvalid(Algorithm algorithm) {
        ScriptedMesh mesh = new ScriptedMesh(algorithm, 4, 3);
        mesh.run(5 * B);
        mesh.cutOff(0, 3);
        mesh.run(ELECTION_TIMEOUT + LEASE);
        mesh.leave(0);
        mesh.run(ELECTION_TIMEOUT);
        return mesh.status(0).token() && !mesh.status(3).token()
                ? mesh.wrong()
                : "the token moved though it was not valid";
    }
}
