package io.meshlock.simulator.hunt;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Policy;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.simulator.narrative.MeshSettings;
import io.meshlock.simulator.narrative.NarrativeMesh;
import io.meshlock.simulator.narrative.Topology;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Schedules made by hand about permits that go from holder to holder, each for one safeguard that random schedules seldom
 * need. The token is at a. Each probe returns what is wrong, or null.
 */
final class LineProbes {

    /** No probe needs nearly as many messages. */
    private static final int CAP = 1_000;

    private static final PoolSettings FIRST_COME = PoolSettings.permits(1).withPolicy(Policy.FIFO);

    private LineProbes() {}

    // ---- ways ----

    /** The shortest way from b to its heir leads over x, which leaves and is gone. */
    static @Nullable String overLeaving(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, FIRST_COME, "a-b", "a-m", "m-c", "b-x", "x-c");
        enter(mesh, "x");
        ask(mesh, "b");
        ask(mesh, "c");
        mesh.leave("x");
        mesh.deliverAll(CAP);
        if (!mesh.takeLog().contains("  x may leave")) {
            return "over leaving: x is not let go";
        }
        mesh.switchOff("x");
        leave(mesh, "b1");
        return isInside(mesh, "c1") ? null : "over leaving: a permit was sent over a node that may leave";
    }

    /**
     * c's request is on its way to f over d and t when a permit for it comes the other way, and is stuck at w, whose link
     * to c is gone: it is still registered at f.
     */
    static @Nullable String passedBy(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, FIRST_COME, "a-f", "f-t", "t-w", "w-c", "t-d", "d-c", "c-m", "m-n", "n-a");
        enter(mesh, "w");
        ask(mesh, "f");
        ask(mesh, "c");
        mesh.cut("w", "c", false);
        mesh.deliverAll(CAP);
        mesh.cut("c", "m", false);
        deliverOneWay(mesh, "c", "d");
        deliverOneWay(mesh, "d", "t");
        mesh.release("f1");
        if (!isOnItsWay(mesh, "t -> f REQUEST") || !isOnItsWay(mesh, "f -> t PASS")) {
            return "passed by: request and permit do not meet: " + mesh.inFlight();
        }
        mesh.deliverAll(CAP);
        return isInside(mesh, "c1") ? null : "passed by: a request is registered no more, and its node thinks it is";
    }

    /** c registers at f while f sends it a permit, and takes the registration back: nothing is granted twice. */
    static @Nullable String registeredMeanwhile(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, FIRST_COME, "a-m", "a-f", "m-c", "f-c");
        ask(mesh, "f");
        ask(mesh, "c");
        mesh.cut("m", "c", false);
        mesh.release("f1");
        if (!isOnItsWay(mesh, "c -> f REQUEST") || !isOnItsWay(mesh, "f -> c PASS")) {
            return "registered meanwhile: request and permit do not meet: " + mesh.inFlight();
        }
        mesh.deliverAll(CAP);
        mesh.takeLog();
        leave(mesh, "c1");
        return mesh.takeLog().stream().noneMatch(line -> line.contains("c receives GRANT"))
                ? null
                : "registered meanwhile: a request that was served is granted again";
    }

    /** Of two lines of one length a request waits in the one whose permits have the shorter way to it. */
    static @Nullable String nearest(Algorithm algorithm) {
        PoolSettings pool = PoolSettings.permits(2).withPolicy(Policy.FIFO);
        NarrativeMesh mesh = mesh(algorithm, pool, "a-p", "a-q", "q-c", "p-e");
        enter(mesh, "p");
        for (String node : List.of("p", "q", "c", "e")) {
            ask(mesh, node);
        }
        mesh.release("q1");
        mesh.deliver("q", "c");
        return isInside(mesh, "c1") ? null : "nearest: c waits for a permit that is farther away";
    }

    // ---- parts ----

    /** b gives back one of two permits: it is free, although b had an heir for both, which has given up. */
    static @Nullable String partOfFirst(Algorithm algorithm) {
        NarrativeMesh mesh = twoPermits(algorithm);
        mesh.request("b", 2, 0);
        mesh.deliverAll(CAP);
        mesh.request("c", 2, 0);
        mesh.deliverAll(CAP);
        mesh.cancel("c1");
        mesh.deliverAll(CAP);
        return partIsUsed(mesh, "b1");
    }

    /** The same of an heir, before the anchor knows that it has the permits. */
    static @Nullable String partOfHeir(Algorithm algorithm) {
        NarrativeMesh mesh = twoPermits(algorithm);
        mesh.request("b", 2, 0);
        mesh.deliverAll(CAP);
        mesh.request("c", 2, 0);
        mesh.deliverAll(CAP);
        leave(mesh, "b1");
        return partIsUsed(mesh, "c1");
    }

    private static @Nullable String partIsUsed(NarrativeMesh mesh, String holder) {
        ask(mesh, "d");
        mesh.giveBackHalf(holder);
        mesh.deliverAll(CAP);
        return isInside(mesh, "d1") ? null : "part: a permit is free, and nobody gets it: " + mesh.describe("a");
    }

    /** Word of a part that b gave back comes twice, and in between its permit was promised to an heir. */
    static @Nullable String partTwice(Algorithm algorithm) {
        PoolSettings pool = PoolSettings.permits(2).withPolicy(Policy.FIFO);
        NarrativeMesh mesh = mesh(algorithm, pool, "a-x", "x-b", "a-c", "a-d", "a-e", "a-f");
        enter(mesh, "b");
        mesh.request("b", 2, 0);
        mesh.deliverAll(CAP);
        mesh.giveBackHalf("b2");
        mesh.deliverAll(CAP);
        mesh.link("a", "b");
        mesh.deliverAll(CAP);
        for (String node : List.of("d", "e", "f", "d")) {
            ask(mesh, node);
        }
        mesh.takeLog();
        mesh.cut("x", "b", false);
        leave(mesh, "b2");
        List<String> log = mesh.takeLog();
        if (log.stream().noneMatch(line -> line.contains("b -> a AMEND"))
                || log.stream().noneMatch(line -> line.contains("b -> a PASS"))) {
            return "part twice: no part came twice, or nobody was named: " + log;
        }
        while (!mesh.inside().isEmpty()) {
            leave(mesh, mesh.inside().get(0));
        }
        String all = mesh.request("c", 2, 0);
        mesh.deliverAll(CAP);
        return isInside(mesh, all) ? null : "part twice: a permit is lost: " + mesh.describe("a");
    }

    /** What is left of a grant with parts given back goes to those that were named since. */
    static @Nullable String restOfGrant(Algorithm algorithm) {
        NarrativeMesh mesh = twoPermits(algorithm);
        enter(mesh, "b");
        mesh.request("b", 2, 0);
        mesh.deliverAll(CAP);
        mesh.request("c", 2, 0);
        mesh.deliverAll(CAP);
        mesh.cancel("c1");
        mesh.deliverAll(CAP);
        mesh.giveBackHalf("b2");
        mesh.deliverAll(CAP);
        for (String node : List.of("d", "e", "f")) {
            ask(mesh, node);
        }
        mesh.takeLog();
        leave(mesh, "b2");
        return mesh.takeLog().stream().anyMatch(line -> line.contains("a receives PASS"))
                ? null
                : "rest: a permit comes home although its holder has an heir";
    }

    private static NarrativeMesh twoPermits(Algorithm algorithm) {
        PoolSettings pool = PoolSettings.permits(2).withPolicy(Policy.FIFO);
        return mesh(algorithm, pool, "a-b", "a-c", "a-d", "a-e", "a-f");
    }

    // ---- requests that are gone, that do not wait, or that are more urgent ----

    /** The token comes to c, at which a has a request of c itself registered that is served: d does not wait for it. */
    static @Nullable String ownKey(Algorithm algorithm) {
        return ownKey(algorithm, true);
    }

    /** The same when nothing else happens at c. */
    static @Nullable String ownKeyLast(Algorithm algorithm) {
        return ownKey(algorithm, false);
    }

    private static @Nullable String ownKey(Algorithm algorithm, boolean oneMore) {
        PoolSettings pool = PoolSettings.permits(1).withAging(PoolSettings.NO_AGING);
        NarrativeMesh mesh = new NarrativeMesh(
                algorithm,
                Topology.links("a", "c-n", "n-a", "a-d"),
                new MeshSettings(pool, true, Options.of(Map.of("migration", 1L))));
        mesh.link("a", "c");
        mesh.deliverAll(CAP);
        ask(mesh, "c");
        mesh.cut("a", "c", false);
        ask(mesh, "c");
        mesh.link("a", "c");
        mesh.deliverAll(CAP);
        mesh.leave("n"); // the link from n to a is slow, so that a knows c's request from n and from c
        mesh.deliver("n", "c");
        deliverOneWay(mesh, "c", "a");
        mesh.release("c1");
        deliverOneWay(mesh, "c", "a");
        deliverOneWay(mesh, "a", "c");
        mesh.request("d", 1, 0);
        deliverOneWay(mesh, "d", "a");
        deliverOneWay(mesh, "a", "c");
        if (!isInside(mesh, "c2") || !mesh.describe("c").contains("token")) {
            return "own key: the token is not at c: " + mesh.describe("c");
        }
        mesh.release("c2");
        if (oneMore) {
            mesh.request("c", 1, 0);
        }
        deliverOneWay(mesh, "c", "a");
        deliverOneWay(mesh, "a", "d");
        return isInside(mesh, "d1") ? null : "own key: a request that is gone is granted again and again";
    }

    /** A request that does not wait is refused at once, and not named for later. */
    static @Nullable String tries(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, FIRST_COME, "a-b", "a-c");
        ask(mesh, "b");
        mesh.request("c", 1, 0, PermitRequest.NO_DEADLINE, true);
        mesh.deliverAll(CAP);
        return mesh.waiting().isEmpty() ? null : "tries: a request that does not wait waits for b";
    }

    /** With priorities nobody is named at once: a more urgent request may come. */
    static @Nullable String urgent(Algorithm algorithm) {
        PoolSettings pool = PoolSettings.permits(1).withAging(PoolSettings.NO_AGING);
        NarrativeMesh mesh = mesh(algorithm, pool, "a-b", "a-c", "a-d");
        ask(mesh, "b");
        ask(mesh, "c");
        mesh.request("d", 1, 9);
        mesh.deliverAll(CAP);
        leave(mesh, "b1");
        return isInside(mesh, "d1") ? null : "urgent: an urgent request waits for one that was named before";
    }

    /** A node whose request was named, and has heirs, and is cancelled, remembers nothing of it. */
    static @Nullable String remembers(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, FIRST_COME, "a-b", "a-c", "a-d");
        for (String node : List.of("b", "c", "d")) {
            ask(mesh, node);
        }
        if (!mesh.describe("c").contains(" after ")) {
            return "remembers: d is not named behind c";
        }
        mesh.cancel("c1");
        mesh.deliverAll(CAP);
        return mesh.describe("c").contains(" after ") ? "remembers: heirs of a request that is gone" : null;
    }

    /** A node that has heard of no grant for very long asks, and is served before long. */
    static @Nullable String silence(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, FIRST_COME, "a-b", "a-c");
        for (int entry = 0; entry < 4; entry++) {
            mesh.pass(100);
            enter(mesh, "c");
        }
        mesh.pass(10_000_000);
        String held = mesh.request("a", 1, 0);
        ask(mesh, "c");
        for (int entry = 0; entry < 20; entry++) {
            mesh.request("a", 1, 0);
            leave(mesh, held);
            held = mesh.inside().get(0);
            if (held.startsWith("c")) {
                return null;
            }
        }
        return "silence: a request of a node that was silent for long was overtaken 20 times";
    }

    /** News of many grants comes in one moment, so c dates its request by it, and does not overtake d. */
    static @Nullable String sameMoment(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, FIRST_COME, "a-c", "a-d");
        for (int entry = 0; entry < 4; entry++) {
            mesh.pass(100);
            enter(mesh, "c");
        }
        for (int entry = 0; entry < 20; entry++) {
            enter(mesh, "a");
        }
        enter(mesh, "d");
        enter(mesh, "c");
        String held = mesh.request("a", 1, 0);
        String first = ask(mesh, "d");
        ask(mesh, "c");
        leave(mesh, held);
        return isInside(mesh, first) ? null : "same moment: a request is dated by old news, and overtakes";
    }

    /** Permits are held for long: d takes the first one that comes free, and is bound to none. */
    static @Nullable String longHolds(Algorithm algorithm) {
        NarrativeMesh mesh = twoPermits(algorithm);
        ask(mesh, "b");
        mesh.pass(1_000);
        leave(mesh, "b1");
        for (String node : List.of("b", "c", "d", "e")) {
            ask(mesh, node);
        }
        leave(mesh, "c1");
        return isInside(mesh, "d1") ? null : "long holds: d waits for b, and e, which came later, gets a permit";
    }

    // ---- who is told when an heir enters ----

    /** Three nodes, linked with each other, want the permit all the time: five messages for three entries. */
    static @Nullable String messagesOfThree(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, FIRST_COME, "a-b", "b-c", "a-c");
        for (String node : List.of("a", "b", "c")) {
            ask(mesh, node);
        }
        mesh.takeLog();
        for (int entry = 0; entry < 60; entry++) {
            String held = mesh.inside().get(0);
            mesh.release(held);
            mesh.request(held.substring(0, 1), 1, 0);
            mesh.deliverAll(CAP);
        }
        long sent =
                mesh.takeLog().stream().filter(line -> line.contains(" -> ")).count();
        return sent <= 105 ? null : "messages of three: " + sent + " for 60 entries";
    }

    /** An heir at the anchor's side gives the permit back: its request is registered no more, and not granted again. */
    static @Nullable String takenBack(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, FIRST_COME, "a-b", "b-c", "a-c");
        ask(mesh, "b");
        ask(mesh, "c");
        leave(mesh, "b1");
        leave(mesh, "c1");
        return mesh.takeLog().stream().noneMatch(line -> line.contains("decides: grant 3"))
                ? null
                : "taken back: a request that was served is granted again";
    }

    /** An heir whose request b passes on says when it enters: b has better ones to pass on. */
    static @Nullable String farHeir(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, FIRST_COME, "a-b", "b-c", "a-d", "c-d");
        ask(mesh, "d");
        ask(mesh, "c");
        mesh.takeLog();
        leave(mesh, "d1");
        return mesh.takeLog().stream().anyMatch(line -> line.contains("a receives REQUEST [] entered"))
                ? null
                : "far heir: its request is passed on while it has the permit";
    }

    /** A request at the anchor's side that is cancelled is registered no more. */
    static @Nullable String cancelled(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, FIRST_COME, "a-b", "a-c");
        ask(mesh, "b");
        ask(mesh, "c");
        mesh.cancel("c1");
        mesh.deliverAll(CAP);
        return mesh.takeLog().contains("a receives CANCEL from c")
                ? null
                : "cancelled: a request that nobody makes stays registered";
    }

    // ---- where the token goes ----

    /** x is a better place than a, whose links come and go: the token stays. */
    static @Nullable String restless(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, FIRST_COME, "a-x", "x-r", "x-s", "x-t", "a-w");
        for (int entry = 0; entry < 20; entry++) {
            mesh.cut("a", "w", false);
            mesh.link("a", "w");
            for (String node : List.of("r", "s", "t")) {
                enter(mesh, node);
            }
        }
        return mesh.describe("a").contains("token") ? null : "restless: the token moves where links come and go";
    }

    /** x and y are as good places for the token, but x leaves and is gone. */
    static @Nullable String betterPlaceLeaves(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, FIRST_COME, "a-x", "a-y", "x-r", "x-s", "x-t", "y-r", "y-s", "y-t");
        for (String node : List.of("r", "s", "t", "x", "y")) {
            enter(mesh, node);
        }
        mesh.leave("x");
        mesh.deliverAll(CAP);
        if (!mesh.takeLog().contains("  x may leave")) {
            return "better place: x is not let go";
        }
        mesh.switchOff("x");
        for (int entry = 0; entry < 20; entry++) {
            for (String node : List.of("r", "s", "t")) {
                enter(mesh, node);
            }
        }
        if (!mesh.waiting().isEmpty()) {
            return "better place: the token went to a node that may leave";
        }
        return mesh.describe("y").contains("token") ? null : "better place: the token did not move";
    }

    /** For a while all who ask are behind x, but no more often than others before: the token stays in the middle. */
    static @Nullable String drawn(Algorithm algorithm) {
        NarrativeMesh mesh = new NarrativeMesh(
                algorithm,
                Topology.links("a-x", "a-y", "a-z", "x-r", "x-s", "y-t", "y-u", "z-v", "z-w"),
                new MeshSettings(FIRST_COME, true, Options.of(Map.of("migration", 8L))));
        List<String> leaves = List.of("r", "t", "v", "s", "u", "w");
        for (int entry = 0; entry < 120; entry++) {
            enter(mesh, leaves.get(entry % leaves.size()));
        }
        for (int entry = 0; entry < 12; entry++) {
            enter(mesh, entry % 2 == 0 ? "r" : "s");
        }
        return mesh.describe("a").contains("token") ? null : "drawn: the token left the middle";
    }

    /** A sign of life comes after the grants that were decided before it. */
    static @Nullable String signOfLife(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, FIRST_COME, "a-b", "b-c", "a-c");
        boolean told = false;
        for (int entry = 0; entry < 100; entry++) {
            enter(mesh, entry % 2 == 0 ? "b" : "c");
        }
        for (String line : mesh.takeLog()) {
            told = line.startsWith("  a -> ") && (told || line.contains(" ALIVE "));
            if (told && line.contains(" GRANT ")) {
                return "sign of life: it overtakes a grant";
            }
        }
        return null;
    }

    /** z is as good a place as y, but leaves, and what it says to a over their new link is slow. */
    static @Nullable String betterPlaceIsSilent(Algorithm algorithm) {
        NarrativeMesh mesh = mesh(algorithm, FIRST_COME, "a", "z-r", "z-s", "z-t", "y-r", "y-s", "y-t", "a-y");
        for (String node : List.of("r", "s", "t", "y", "z")) {
            enter(mesh, node);
        }
        mesh.leave("z");
        mesh.deliverAll(CAP);
        mesh.link("a", "z");
        for (int entry = 0; entry < 20; entry++) {
            for (String node : List.of("r", "s", "t")) {
                String request = mesh.request(node, 1, 0);
                deliverAllBut(mesh, "z", "a");
                if (!isInside(mesh, request)) {
                    return "better place: the token went to a node that leaves, and has not said so here yet";
                }
                mesh.release(request);
                deliverAllBut(mesh, "z", "a");
            }
        }
        return mesh.describe("y").contains("token") ? null : "better place: the token did not move";
    }

    // ---- helpers ----

    private static NarrativeMesh mesh(Algorithm algorithm, PoolSettings pool, String... links) {
        Options stays = Options.of(Map.of("migration", 1_000L));
        return new NarrativeMesh(algorithm, Topology.links(links), new MeshSettings(pool, true, stays));
    }

    private static String ask(NarrativeMesh mesh, String node) {
        String request = mesh.request(node, 1, 0);
        mesh.deliverAll(CAP);
        return request;
    }

    private static void enter(NarrativeMesh mesh, String node) {
        String request = ask(mesh, node);
        if (isInside(mesh, request)) {
            leave(mesh, request);
        }
    }

    private static void leave(NarrativeMesh mesh, String request) {
        mesh.release(request);
        mesh.deliverAll(CAP);
    }

    private static boolean isInside(NarrativeMesh mesh, String request) {
        return mesh.inside().contains(request);
    }

    private static boolean isOnItsWay(NarrativeMesh mesh, String message) {
        return mesh.inFlight().stream().anyMatch(line -> line.startsWith(message));
    }

    /** Delivers what is on its way from one node to another, and nothing else. */
    private static void deliverOneWay(NarrativeMesh mesh, String from, String to) {
        boolean more = true;
        while (more) {
            more = mesh.deliver(from, to);
        }
    }

    /** Delivers everything but what one node sends to another. */
    private static void deliverAllBut(NarrativeMesh mesh, String slowFrom, String slowTo) {
        for (boolean busy = true; busy; ) {
            busy = false;
            for (String from : mesh.names()) {
                for (String to : mesh.names()) {
                    boolean slow = from.equals(slowFrom) && to.equals(slowTo);
                    busy |= !slow && !from.equals(to) && mesh.isLinked(from, to) && mesh.deliver(from, to);
                }
            }
        }
    }
}
