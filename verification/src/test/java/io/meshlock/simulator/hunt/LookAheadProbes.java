package io.meshlock.simulator.hunt;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.explore.Exploration;
import io.meshlock.simulator.explore.Exploration.PlannedRequest;
import io.meshlock.simulator.explore.Explorer;
import io.meshlock.simulator.explore.Outcome;
import io.meshlock.simulator.hunt.Tally.Event;
import io.meshlock.simulator.narrative.MeshSettings;
import io.meshlock.simulator.narrative.NarrativeMesh;
import io.meshlock.simulator.narrative.Topology;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks of the look-ahead algorithm that hunts do not make. Each returns what is wrong, or null. */
final class LookAheadProbes {

    private static final int CAP = 1_000;

    private LookAheadProbes() {}

    /** One permit. Host a has the fork of the pair a-b at first. */
    private static NarrativeMesh mesh(Algorithm algorithm, int k, String... hosts) {
        return new NarrativeMesh(algorithm, Topology.hosts(hosts), MeshSettings.permits(k));
    }

    /** Correct, but with more messages than necessary. */
    static @Nullable String effort(Algorithm algorithm) {
        for (int k : new int[] {1, 3}) {
            double usual = messagesPerEntry(Algorithms.named("lookahead"), k);
            double now = messagesPerEntry(algorithm, k);
            if (now > usual * 1.005) {
                return now + " messages per entry instead of " + usual;
            }
        }
        return null;
    }

    private static double messagesPerEntry(Algorithm algorithm, int k) {
        HuntSettings calm =
                HuntSettings.anybody(algorithm, k).withFaults(new HuntSettings.Faults(false, false, false, false));
        Tally tally = new Tally();
        for (long seed = 1; seed <= 200; seed++) {
            new Schedule(calm, seed, tally).run();
        }
        return (double) tally.of(Event.DELIVERIES) / tally.of(Event.GRANTS);
    }

    /** No request is granted while a more urgent one waits that all nodes had time to hear of. */
    static @Nullable String order(Algorithm algorithm) {
        List<List<PlannedRequest>> wishes =
                List.of(List.of(new PlannedRequest(1, 0), new PlannedRequest(1, 0)), List.of(new PlannedRequest(2, 5)));
        Outcome outcome = Explorer.explore(
                new Exploration(
                        algorithm,
                        Topology.hosts("a", "b"),
                        PoolSettings.permits(2),
                        Options.of(Map.of("retry", 1L, "retry-limit", 1L)),
                        wishes,
                        false,
                        0,
                        0,
                        false,
                        true,
                        true),
                new Explorer.Limits(1_000_000, 400, true, Set.of()),
                (states, transitions, depth) -> true);
        return outcome.violation() == null ? null : outcome.violation().flaw().message();
    }

    /** If nothing is lost, no timer is needed. */
    static @Nullable String untimed(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, 2, "a", "b");
        String first = mesh.request("a", 1, 0);
        String second = mesh.request("b", 1, 0);
        mesh.deliverAll(CAP);
        mesh.request("b", 1, 0);
        mesh.release(first);
        mesh.deliverAll(CAP);
        return mesh.inside().contains("b2") ? null : "b2 waits, " + second + " is inside alone";
    }

    /** A request of a node that has heard of another one is born after it. */
    static @Nullable String clock(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, 1, "a", "b");
        for (int i = 0; i < 5; i++) {
            mesh.release(mesh.request("a", 1, 0));
        }
        mesh.request("b", 1, 0);
        mesh.deliverAll(CAP);
        mesh.takeLog();
        mesh.request("b", 1, 0);
        String log = String.join("\n", mesh.takeLog());
        return log.contains("b2 waits as 1#2x1@-6") ? null : log;
    }

    /** A request that was withdrawn by leaving arrives after the BYE: no fork may be sent for it. */
    static @Nullable String staleWish(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, 1, "a", "b");
        mesh.request("b", 1, 0);
        mesh.leave("b");
        mesh.deliver("b", "a", 2); // the BYE
        mesh.deliver("a", "b");
        mesh.switchOff("b");
        mesh.deliver("b", "a");
        return entersAlone(mesh);
    }

    /** A request waits for the fork when its host leaves: the fork stays where it is. */
    static @Nullable String wishLeftBehind(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, 1, "a", "b");
        String inside = mesh.request("a", 1, 0);
        mesh.request("b", 1, 0);
        mesh.deliver("b", "a");
        mesh.leave("b");
        mesh.deliver("b", "a");
        mesh.deliver("a", "b");
        mesh.switchOff("b");
        mesh.release(inside);
        return entersAlone(mesh);
    }

    private static @Nullable String entersAlone(NarrativeMesh mesh) {
        String request = mesh.request("a", 1, 0);
        return mesh.inside().contains(request) ? null : request + " waits for a host that left";
    }

    /** An answer to an earlier BYE does not count for this one. */
    static @Nullable String oldAnswer(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, 1, "a", "b");
        mesh.leave("b");
        mesh.deliver("b", "a");
        mesh.copy("a", "b", 1);
        mesh.deliver("a", "b");
        mesh.comeBack("b");
        String asked = mesh.request("b", 1, 0);
        mesh.cancel(asked);
        mesh.leave("b");
        mesh.takeLog();
        mesh.deliver("a", "b"); // the copy; a has not received the second BYE yet
        String log = String.join("\n", mesh.takeLog());
        return log.contains("may leave") ? log : null;
    }

    /** Both leave. An answer that a sent before it gave the fork to b, and b sent it back, does not count. */
    static @Nullable String wrongAnswer(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, 1, "a", "b");
        mesh.leave("b");
        mesh.deliver("b", "a");
        mesh.leave("a");
        mesh.deliver("a", "b", 2);
        mesh.lose("b", "a", 1);
        mesh.deliver("a", "b");
        String log = String.join("\n", mesh.takeLog());
        return log.contains("b may leave") ? log : null;
    }

    /** A fork comes to a host that leaves: it goes back at once. */
    static @Nullable String bounce(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, 1, "a", "b");
        mesh.request("b", 1, 0);
        mesh.deliver("b", "a");
        mesh.leave("b");
        mesh.deliverAll(CAP);
        String log = String.join("\n", mesh.takeLog());
        return log.contains("b may leave") ? null : "b still has a fork, and nothing happens";
    }

    /** A host that was inside loses its memory: a host that hears of it takes the fork over. */
    static @Nullable String takesOver(Algorithm algorithm) {
        for (int k = 1; k <= 2; k++) {
            NarrativeMesh mesh = mesh(algorithm, k, "a", "b");
            mesh.request("a", 1, 0);
            for (int i = 0; i < k; i++) {
                mesh.request("b", 1, 0);
                mesh.deliverAll(CAP);
            }
            mesh.reboot("a");
            mesh.request("a", 1, 0);
            mesh.deliver("a", "b");
            if (!mesh.inside().contains("b" + k)) {
                return "b" + k + " waits for a former incarnation";
            }
        }
        return null;
    }

    /** Two releases are announced; the message about the first arrives last. */
    static @Nullable String lateNews(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, 3, "a", "b");
        String first = mesh.request("a", 1, 0);
        String second = mesh.request("a", 1, 0);
        String third = mesh.request("b", 1, 0);
        mesh.deliverAll(CAP);
        mesh.release(first);
        mesh.release(second);
        mesh.deliver("a", "b", 2);
        mesh.deliver("a", "b");
        mesh.release(third);
        mesh.request("b", 3, 0);
        return mesh.inside().contains("b2") ? null : "b2 believes in permits that were given back";
    }

    /** The more urgent of two requests of a host arrives first: the other one does not replace it. */
    static @Nullable String overtakenWish(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, 1, "a", "b");
        String inside = mesh.request("a", 1, 0);
        mesh.request("a", 1, 5);
        mesh.request("b", 1, 0);
        mesh.request("b", 1, 9);
        mesh.deliver("b", "a", 2);
        mesh.deliver("b", "a");
        mesh.release(inside);
        return mesh.inside().contains("a2") ? "a2 went before the more urgent b2" : null;
    }

    /** A running timer is not restarted by every event: it would never run out. */
    static @Nullable String oneTimer(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, 1, "a", "b");
        mesh.request("b", 1, 0);
        mesh.request("b", 1, 1);
        long started = mesh.takeLog().stream()
                .filter(line -> line.contains("sets timer"))
                .count();
        return started == 1 ? null : "the timer was started " + started + " times";
    }
}
