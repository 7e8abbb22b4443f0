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

    /** The anchor serves others while d has not answered: RECALL is sent once. */
    static @Nullable String recallOnce(Algorithm algorithm) {
        NarrativeMesh mesh = heirBehindB(algorithm);
        leave(mesh, "c1");
        mesh.release("e1");
        mesh.deliver("e", "a");
        for (int entry = 0; entry < 10; entry++) {
            mesh.release(mesh.request("a", 1, 0));
        }
        long recalls = mesh.inFlight().stream()
                .filter(message -> message.contains("RECALL"))
                .count();
        return recalls == 1 ? null : "recall: " + recalls + " are on their way to d";
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

    /** Nobody is named behind d, which was recalled and has not answered: the permits that come to it go home. */
    static @Nullable String behindRecalled(Algorithm algorithm) {
        NarrativeMesh mesh = heirBehindB(algorithm);
        leave(mesh, "c1");
        mesh.release("e1");
        mesh.deliver("e", "a");
        for (String node : new String[] {"e", "c", "f", "e"}) {
            mesh.request(node, 1, 0);
            mesh.deliver(node, "a");
            mesh.deliver("a", node);
        }
        if (mesh.inFlight().stream().noneMatch(message -> message.startsWith("a -> d RECALL"))) {
            return "recall: d was not recalled";
        }
        return mesh.inFlight().stream().noneMatch(message -> message.startsWith("a -> d HEIRS"))
                ? null
                : "recall: somebody waits behind d, which was recalled";
    }

    /** Nobody is named behind b, which has held its permit for long. */
    static @Nullable String behindLong(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm);
        mesh.request("b", 1, 0);
        mesh.deliverAll(CAP);
        String[] others = {"c", "d", "e", "f"};
        for (int entry = 0; entry < MOST_ENTRIES; entry++) {
            String request = mesh.request(others[entry % others.length], 1, 0);
            mesh.deliverAll(CAP);
            leave(mesh, request);
        }
        for (String node : others) {
            mesh.request(node, 1, 0);
            mesh.deliverAll(CAP);
        }
        return mesh.takeLog().stream().noneMatch(line -> line.startsWith("b receives HEIRS"))
                ? null
                : "recall: somebody waits behind b, which keeps its permit for long";
    }

    /** b holds a permit, with d as its heir, and c the other one, for which e waits. */
    private static NarrativeMesh heirBehindB(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm);
        for (String node : new String[] {"b", "c", "d", "e"}) {
            mesh.request(node, 1, 0);
            mesh.deliverAll(CAP);
        }
        return mesh;
    }

    private static NarrativeMesh mesh(Algorithm algorithm) {
        NarrativeMesh mesh = new NarrativeMesh(
                algorithm,
                Topology.links(
                        "a-b", "a-c", "a-d", "a-e", "a-f", "b-c", "b-d", "b-e", "b-f", "c-d", "c-e", "c-f", "d-e",
                        "d-f", "e-f"),
                new MeshSettings(PoolSettings.permits(2).withPolicy(Policy.FIFO), false, Options.DEFAULTS));
        mesh.request("b", 1, 0);
        mesh.deliverAll(CAP);
        leave(mesh, "b1"); // so that a knows how long permits are held
        return mesh;
    }

    private static void leave(NarrativeMesh mesh, String request) {
        mesh.release(request);
        mesh.deliverAll(CAP);
    }
}
