package io.meshlock.simulator.hunt;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.Policy;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.simulator.narrative.MeshSettings;
import io.meshlock.simulator.narrative.NarrativeMesh;
import io.meshlock.simulator.narrative.Topology;
import org.jspecify.annotations.Nullable;

/** Two permits, of which b holds one for as long as the probe lasts: whoever was named behind b gets the other one. */
final class RecallProbes {

    private static final int CAP = 1_000;
    private static final int MOST_ENTRIES = 60;

    private RecallProbes() {}

    /** Nobody else asks, and a permit is free. */
    static @Nullable String recallIdle(Algorithm algorithm) {
        NarrativeMesh mesh = heirBehindB(algorithm);
        leave(mesh, "c1");
        leave(mesh, "e1");
        if (!mesh.inside().contains("d1")) {
            return "recall: a permit is free, but d waits for the one that b holds: " + mesh.describe("a");
        }
        leave(mesh, "b2"); // what b passes on finds nobody who waits
        leave(mesh, "d1");
        mesh.request("a", 2, 0);
        mesh.deliverAll(CAP);
        return mesh.inside().contains("a1") ? null : "recall: a permit leaked: " + mesh.describe("a");
    }

    /** Others ask all the time, so that no permit is ever free. */
    static @Nullable String recallBehind(Algorithm algorithm) {
        NarrativeMesh mesh = heirBehindB(algorithm);
        mesh.request("c", 1, 0);
        mesh.request("f", 1, 0);
        mesh.deliverAll(CAP);
        for (int entry = 0; entry < MOST_ENTRIES; entry++) {
            String other = mesh.inside().stream()
                    .filter(each -> !each.equals("b2"))
                    .findFirst()
                    .orElse("d1");
            if (other.equals("d1")) {
                return null;
            }
            mesh.request(other.substring(0, 1), 1, 0);
            mesh.deliverAll(CAP);
            leave(mesh, other);
        }
        return "recall: " + MOST_ENTRIES + " others overtook d, which waits for the permit that b holds";
    }

    /** b holds a permit, with d as its heir, and c the other one, for which e waits. */
    private static NarrativeMesh heirBehindB(Algorithm algorithm) {
        NarrativeMesh mesh = new NarrativeMesh(
                algorithm,
                Topology.links(
                        "a-b", "a-c", "a-d", "a-e", "a-f", "b-c", "b-d", "b-e", "b-f", "c-d", "c-e", "c-f", "d-e",
                        "d-f", "e-f"),
                new MeshSettings(PoolSettings.permits(2).withPolicy(Policy.FIFO), false, Options.DEFAULTS));
        mesh.request("b", 1, 0);
        mesh.deliverAll(CAP);
        leave(mesh, "b1"); // so that a knows how long permits are held
        for (String node : new String[] {"b", "c", "d", "e"}) {
            mesh.request(node, 1, 0);
            mesh.deliverAll(CAP);
        }
        return mesh;
    }

    private static void leave(NarrativeMesh mesh, String request) {
        mesh.release(request);
        mesh.deliverAll(CAP);
    }
}
