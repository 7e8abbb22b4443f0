package io.meshlock.protocol.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.recovery.TinyMesh.Held;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Meshes of thirty hops with the times that nodes have by default, a tick being a millisecond: b = 500, G = 5000, L =
 * 10,000. A grant at the far end is held for far longer than a lease.
 */
class LongWaysTest {

    private static final long B = 500;
    private static final long LEASE = 20 * B;
    private static final Map<String, Long> OPTIONS =
            Map.of("recovery", 1L, "beacon", B, "election-timeout", 10 * B, "lease", LEASE, "drift-ppm", 10_000L);
    private static final int NODES = 31;
    private static final int FAR = NODES - 1;

    private final List<Held> grants = new ArrayList<>();

    private TinyMesh mesh(int nodes, int permits, double loss) {
        TinyMesh mesh = new TinyMesh(new TinyMesh.Shape(nodes, permits, OPTIONS, 10_000, 10, loss), 1);
        mesh.onGrant = grants::add;
        return mesh;
    }

    private static void link(TinyMesh mesh) {
        for (int i = 1; i < NODES; i++) {
            mesh.setLink(i - 1, i, true);
        }
        mesh.runFor(2 * B);
    }

    private void assertKept(TinyMesh mesh, int holders) {
        assertThat(grants).hasSize(holders);
        assertThat(grants).allSatisfy(held -> {
            assertThat(held.over).isFalse();
            assertThat(held.until - held.at.local(mesh.now)).isPositive();
        });
        assertThat(mesh.violations).isEmpty();
        assertThat(mesh.recoveries).isEmpty();
    }

    @Test
    void grantAtTheFarEndIsKept() {
        TinyMesh mesh = mesh(NODES, 2, 0);
        link(mesh);
        mesh.request(FAR, 1);
        mesh.runFor(20 * LEASE);
        assertKept(mesh, 1);
    }

    /** Beacons get lost on every hop; heartbeats come all the same, and renewals go on the links. */
    @Test
    void grantAtTheFarEndIsKeptThoughBeaconsGetLost() {
        TinyMesh mesh = mesh(NODES, 2, 0.02);
        link(mesh);
        mesh.request(FAR, 1);
        mesh.runFor(20 * LEASE);
        assertKept(mesh, 1);
    }

    /** A renewal costs a message per hop and two beacons at most, and beacons do not grow with what is held. */
    @Test
    void renewalsGoTheWayToTheHolderOnly() {
        TinyMesh mesh = mesh(NODES, 31, 0);
        link(mesh);
        for (int i = 1; i < NODES; i++) {
            mesh.request(i, 1);
        }
        mesh.runFor(2 * LEASE);
        int renewals = mesh.sent.getOrDefault("RENEW", 0);
        long bytes = mesh.bytes.get("BEACON");
        int beacons = mesh.sent.get("BEACON");
        mesh.runFor(20 * LEASE);
        assertKept(mesh, NODES - 1);
        int hops = NODES * (NODES - 1) / 2;
        assertThat(mesh.sent.get("RENEW") - renewals).isLessThan(20 * 5 * hops);
        assertThat((mesh.bytes.get("BEACON") - bytes) / (mesh.sent.get("BEACON") - beacons))
                .isLessThan(500);
    }

    /** Two lines side by side, whose rungs and rails come and go: the way to the holder is never the same for long. */
    @Test
    void grantIsKeptWhileLinksComeAndGo() {
        TinyMesh mesh = mesh(2 * NODES, 2, 0.02);
        for (int i = 0; i < NODES; i++) {
            mesh.setLink(2 * i, 2 * i + 1, true);
            for (int rail = 0; rail < 2 && i > 0; rail++) {
                mesh.setLink(2 * i - 2 + rail, 2 * i + rail, true);
            }
        }
        mesh.runFor(2 * B);
        mesh.request(2 * FAR, 1);
        Random random = new Random(7);
        for (int step = 0; step < 40 * LEASE / B; step++) {
            int i = 1 + random.nextInt(FAR);
            int rail = random.nextInt(2);
            mesh.setLink(2 * i - 2 + rail, 2 * i + rail, false);
            mesh.runFor(B);
            if (random.nextInt(4) > 0) {
                mesh.setLink(2 * i - 2 + rail, 2 * i + rail, true);
            } else {
                mesh.after(10 * B, () -> mesh.setLink(2 * i - 2 + rail, 2 * i + rail, true));
            }
        }
        assertThat(grants).hasSize(1);
        assertThat(grants.get(0).over).isFalse();
        assertThat(mesh.violations).isEmpty();
    }
}
