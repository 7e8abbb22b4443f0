package io.meshlock.simulator.hunt;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.simulator.narrative.MeshSettings;
import io.meshlock.simulator.narrative.NarrativeMesh;
import io.meshlock.simulator.narrative.Topology;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Schedules made by hand, each for one safeguard that random schedules seldom need. Each counts the messages that the
 * safeguard saves; the number that a probe allows is the number that the correct algorithm takes.
 */
final class DirectedProbes {

    /** No probe needs nearly as many messages. */
    private static final int CAP = 1_000;

    /**
     * RELEASEs are acknowledged after 32 of them at the latest, so at most that many are repeated after a link's death.
     */
    private static final int MOST_COPIES = 32;

    /** An entry over four hops, the flood, and the move of the registration from the long path to the short one. */
    private static final int WITH_SIGN_OF_LIFE = 24;

    private DirectedProbes() {}

    /**
     * A node that always waits, and so never registers anew by itself, finds a new and shorter path after a sign of
     * life.
     */
    static @Nullable String shortcut(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, Topology.line("a", "b", "c", "d", "e"), 1, Map.of("migration", 1_000L));
        mesh.request("e", 1, 0);
        mesh.request("e", 1, 0);
        mesh.deliverAll(CAP);
        mesh.link("a", "e");
        mesh.deliverAll(CAP);
        int dearest = 0;
        int last = 0;
        for (int entry = 0; entry < 40; entry++) {
            int before = mesh.deliveries();
            mesh.request("e", 1, 0);
            mesh.deliverAll(CAP);
            mesh.release(mesh.inside().get(0));
            mesh.deliverAll(CAP);
            last = mesh.deliveries() - before;
            dearest = Math.max(dearest, last);
        }
        if (last > 3) {
            return "shortcut: an entry over one hop still takes " + last + " messages";
        }
        return dearest > WITH_SIGN_OF_LIFE
                ? "shortcut: the entry with the sign of life takes " + dearest + " messages"
                : null;
    }

    /**
     * The token has gone from e to x, y and z; e follows it, and two hops over m are as good as three. Its height and
     * x's tie after the sign of life, so that e could stay where it is.
     */
    static @Nullable String trail(Algorithm algorithm) {
        NarrativeMesh mesh =
                mesh(algorithm, Topology.links("x-y", "y-z", "z-m", "m-e", "e-x", "s-t"), 1, Map.of("eager", 1L));
        for (String next : new String[] {"e", "x", "y"}) {
            mesh.request(next, 1, 0);
            mesh.finish(CAP);
        }
        mesh.request("z", 1, 0);
        mesh.deliverAll(CAP);
        String far = mesh.request("e", 1, 0);
        String cutOff = mesh.request("s", 1, 0);
        mesh.deliverAll(CAP); // s and t find no path to the anchor, and suspect it
        mesh.cancel(cutOff);
        mesh.link("t", "z");
        mesh.deliverAll(CAP); // z says that it is alive
        int before = mesh.deliveries();
        mesh.release("z1");
        mesh.deliverAll(CAP);
        int messages = mesh.deliveries() - before;
        return messages == 2 && mesh.inside().contains(far)
                ? null
                : "trail: the token takes " + messages + " messages to come two hops";
    }

    /** A node that loses its path to the token does not register for neighbours that must now find their own. */
    static @Nullable String repair(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, Topology.ring("a", "b", "c", "d"), 1, Map.of());
        mesh.request("a", 1, 0);
        mesh.request("c", 1, 0);
        mesh.deliverAll(CAP);
        int before = mesh.deliveries();
        mesh.cut("a", "b", false);
        mesh.deliverAll(CAP);
        int messages = mesh.deliveries() - before;
        // LINK b -> c, CANCEL c -> b, REQUEST c -> d -> a.
        return messages <= 4 ? null : "repair: a link's end takes " + messages + " messages";
    }

    /** A node that loses its path again and again, but is served each time, does not flood SUSPECT. */
    static @Nullable String servedSince(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, Topology.links("a-b", "b-q", "q-p"), 1, Map.of("migration", 1_000L));
        for (int flip = 0; flip < 12; flip++) {
            String far = flip % 2 == 0 ? "q" : "p";
            mesh.cut("b", far, false);
            mesh.link("b", flip % 2 == 0 ? "p" : "q");
            mesh.request(far, 1, 0);
            mesh.finish(CAP);
        }
        return mesh.takeLog().stream().noneMatch(line -> line.contains("SUSPECT"))
                ? null
                : "served since: SUSPECT is flooded by a node that was served after each raise";
    }

    /**
     * A node whose token transfer is in doubt, and that turns out to have kept the token, has dropped no registration.
     */
    static @Nullable String inDoubt(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, Topology.ring("a", "b", "c"), 1, Map.of("eager", 1L));
        mesh.request("b", 1, 0);
        mesh.deliver("b", "a");
        mesh.cut("a", "b", true);
        mesh.request("a", 1, 9);
        int before = mesh.deliveries();
        mesh.finish(CAP);
        int messages = mesh.deliveries() - before;
        // b's LINK, its REQUEST over two hops, the question and the answer over two hops each, the TOKEN over two hops.
        return messages <= 9 ? null : "in doubt: a lost token costs " + messages + " messages";
    }

    /**
     * A token whose transfer to b is in doubt comes back by another path, while b goes away and cannot answer: the
     * return of the token must end the doubt, or a would wait for b for ever although it has the token.
     */
    static @Nullable String away(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, Topology.links("b-c", "c-a"), 1, Map.of("eager", 1L));
        mesh.request("b", 1, 0);
        mesh.request("a", 1, 0);
        mesh.deliverAll(CAP);
        mesh.link("a", "b");
        mesh.deliverAll(CAP);
        mesh.cancel("a1"); // the link from a to c is slow: c, and so b, believe for long that a waits there
        mesh.request("a", 1, 9);
        mesh.deliver("a", "b");
        mesh.release("b1");
        mesh.deliver("b", "a");
        mesh.release("a2"); // the token leaves for b, from there for c and for a, whose cancelled request they know
        mesh.deliver("a", "b");
        mesh.cut("a", "b", true);
        mesh.deliver("b", "c");
        mesh.cut("b", "c", true);
        mesh.deliver("c", "a");
        mesh.request("c", 1, 0);
        mesh.deliverAll(CAP);
        mesh.request("a", 1, 0);
        mesh.finish(CAP);
        return mesh.waiting().isEmpty() ? null : "away: " + mesh.waiting() + " wait for a node that is away";
    }

    /** Many releases in one direction and no message in the other: their copies do not pile up. */
    static @Nullable String copies(Algorithm algorithm) {
        int grants = 100;
        NarrativeMesh mesh = mesh(algorithm, Topology.line("a", "b"), grants, Map.of("migration", 1_000L));
        for (int i = 0; i < grants; i++) {
            mesh.request("b", 1, 0);
        }
        mesh.deliverAll(CAP);
        mesh.inside().forEach(mesh::release);
        mesh.deliverAll(CAP);
        mesh.cut("a", "b", true);
        mesh.takeLog();
        mesh.link("a", "b");
        mesh.deliverAll(CAP);
        int again = mesh.takeLog().stream()
                .filter(line -> line.contains("a receives RELEASE"))
                .mapToInt(line -> line.split(",", -1).length)
                .sum();
        return again <= MOST_COPIES ? null : "copies: " + again + " releases are told again after a link's end";
    }

    private static NarrativeMesh mesh(Algorithm algorithm, Topology topology, int permits, Map<String, Long> options) {
        return new NarrativeMesh(
                algorithm, topology, new MeshSettings(PoolSettings.permits(permits), true, Options.of(options)));
    }
}
