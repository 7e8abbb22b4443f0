package io.meshlock.protocol.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.recovery.TinyMesh.Held;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A pool that begins at one node of a mesh whose links come up all at once; times as nodes have them by default. */
class BeginningTest {

    private static final long B = 500;
    private static final Map<String, Long> OPTIONS = Map.of(
            "recovery",
            1L,
            "beacon",
            B,
            "election-timeout",
            10 * B,
            "lease",
            20 * B,
            "drift-ppm",
            10_000L,
            "voters",
            7L);

    private final List<Held> grants = new ArrayList<>();

    private TinyMesh mesh(int nodes) {
        TinyMesh mesh = new TinyMesh(new TinyMesh.Shape(nodes, 1, OPTIONS, 10_000, 10, 0), 1, List.of(0));
        mesh.onGrant = grants::add;
        return mesh;
    }

    /** Almost all of them offer to vote before they hear of better offers. That is not worth a word later. */
    @Test
    void aWideMeshBecomesCalm() {
        int side = 12;
        TinyMesh mesh = mesh(side * side);
        for (int i = 0; i < side * side; i++) {
            if (i % side > 0) {
                mesh.setLink(i - 1, i, true);
            }
            if (i >= side) {
                mesh.setLink(i - side, i, true);
            }
        }
        mesh.request(side * side - 1, 1);
        mesh.runFor(2_000);
        long links = 2L * side * (side - 1);
        assertThat(mesh.sent.get("BEACON")).as("per link and end").isLessThan((int) (17 * 2 * links));
        assertThat(mesh.bytes.get("BEACON") / mesh.sent.get("BEACON")).isLessThan(250);
        mesh.runFor(10_000);
        assertThat(grants).hasSize(1);
        mesh.release(grants.get(0));
        mesh.runFor(60_000);
        int beacons = mesh.sent.get("BEACON");
        mesh.runFor(10_000);
        assertThat(mesh.sent).as("silent when nobody uses it").containsEntry("BEACON", beacons);
        assertThat(mesh.recoveries).isEmpty();
        assertThat(mesh.violations).isEmpty();
    }

    private TinyMesh star(int nodes) {
        TinyMesh mesh = mesh(nodes);
        for (int i = 1; i < nodes; i++) {
            mesh.setLink(0, i, true);
        }
        return mesh;
    }

    private int voters(TinyMesh mesh) {
        return mesh.status(0).view().seats().size();
    }

    /** A node may have thousands of pools that nobody uses. */
    @Test
    void anUnusedPoolLooksForNoVotersAndIsSilent() {
        int nodes = 11;
        TinyMesh mesh = star(nodes);
        mesh.runFor(B);
        int sent = mesh.sent.values().stream().mapToInt(Integer::intValue).sum();
        assertThat(sent).as("two ends of each link").isLessThanOrEqualTo(5 * 2 * (nodes - 1));
        mesh.runFor(200 * B);
        assertThat(mesh.sent.values().stream().mapToInt(Integer::intValue).sum())
                .as("nothing more is sent")
                .isEqualTo(sent);
        assertThat(voters(mesh)).isEqualTo(1);
        mesh.request(7, 1);
        mesh.runFor(5 * B);
        assertThat(voters(mesh)).as("used for the first time").isGreaterThanOrEqualTo(3);
    }

    @Test
    void aPoolThatIsUsedOnceHasThreeVoters() {
        TinyMesh mesh = star(11);
        mesh.request(7, 1);
        mesh.runFor(B);
        mesh.release(grants.get(0));
        mesh.runFor(60 * B);
        assertThat(voters(mesh)).isEqualTo(3);
    }

    @Test
    void aPoolInUseFindsAllItsVoters() {
        TinyMesh mesh = star(11);
        for (int i = 0; i < 20; i++) {
            mesh.request(7, 1);
            mesh.runFor(B);
            mesh.release(grants.get(i));
            mesh.runFor(2 * B);
        }
        assertThat(voters(mesh)).isEqualTo(7);
        assertThat(mesh.recoveries).isEmpty();
    }

    @Test
    void aPoolOfWhichAPermitIsHeldFindsAllItsVoters() {
        TinyMesh mesh = star(11);
        mesh.request(7, 1);
        mesh.runFor(60 * B);
        assertThat(voters(mesh)).isEqualTo(7);
    }

    /** Whoever uses a new pool waits for its messages, not for the pauses between beacons. */
    @Test
    void theFirstUseWaitsForNoBeacon() {
        TinyMesh mesh = mesh(4);
        mesh.request(3, 1);
        for (int i = 1; i < 4; i++) {
            mesh.setLink(i - 1, i, true);
        }
        mesh.runFor(B / 4);
        assertThat(grants).hasSize(1);
    }
}
