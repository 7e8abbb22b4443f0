package io.meshlock.testbed.crash;

import io.meshlock.demo.Cable;
import io.meshlock.keys.MeshAuthority;
import io.meshlock.testbed.Timeouts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** A mesh of worker processes on this computer, with a cable between any two of them. */
final class Crew implements AutoCloseable {

    /**
     * The pool that they share.
     *
     * @param permits k
     * @param leaseMillis L
     * @param electionTimeoutMillis G
     * @param beaconMillis b
     */
    record Plan(int nodes, int permits, long leaseMillis, long electionTimeoutMillis, long beaconMillis) {

        /** How many of the nodes vote: an odd number, at most seven. */
        int voters() {
            return Math.min(7, nodes % 2 == 0 ? nodes - 1 : nodes);
        }

        /**
         * The bound of docs/guide/failures.md on the time from the crash of the token's holder to the next grant of a
         * free permit: election timeout, suspicion, random delay and agreement, the leases of the dead node, and clock
         * drift; plus a second for a busy computer.
         */
        Duration bound() {
            return Duration.ofMillis((electionTimeoutMillis + 6 * beaconMillis + leaseMillis) * 103 / 100 + 1_000);
        }
    }

    /** In a mesh of more nodes than this not everybody is linked with everybody. */
    private static final int FULLY_LINKED = 8;

    /** In such a mesh a node is linked with those that are so many places away, in a ring. */
    private static final Set<Integer> CHORDS = Set.of(1, 2, 5);

    private final Plan plan;
    private final Path folder;
    private final Witness witness;
    private final List<Path> keys = new ArrayList<>();
    private final Map<Integer, WorkerProcess> running = new ConcurrentSkipListMap<>();
    private final Map<List<Integer>, Cable> cables = new LinkedHashMap<>();

    Crew(Path folder, Plan plan) {
        this.plan = plan;
        this.folder = folder;
        this.witness = new Witness(witnessFile());
        MeshAuthority authority = MeshAuthority.init(folder.resolve("keys"), "test", InstantSource.system());
        for (int i = 0; i < plan.nodes(); i++) {
            keys.add(authority.issue("n" + i, Duration.ofDays(1), false).folder());
            for (int low = 0; low < i; low++) {
                int target = low;
                if (isLinked(low, i)) {
                    cables.put(List.of(low, i), new Cable(() -> port(target)));
                }
            }
        }
    }

    private boolean isLinked(int low, int high) {
        int apart = Math.min(high - low, plan.nodes() - high + low);
        return plan.nodes() <= FULLY_LINKED || CHORDS.contains(apart);
    }

    /** Where a node listens; 0 if it does not run. */
    private int port(int node) {
        WorkerProcess worker = running.get(node);
        return worker == null ? 0 : worker.port();
    }

    Plan plan() {
        return plan;
    }

    private Path witnessFile() {
        return folder.resolve("witness");
    }

    WorkerProcess worker(int node) {
        return running.get(node);
    }

    /** Starts a node, or starts it again from its state folder. */
    void start(int node) {
        List<String> arguments = new ArrayList<>(List.of(
                keys.get(node).toString(),
                folder.resolve("state-" + node).toString(),
                witnessFile().toString(),
                node == 0 ? "bootstrap" : "join",
                String.valueOf(plan.permits()),
                String.valueOf(plan.leaseMillis()),
                String.valueOf(plan.electionTimeoutMillis()),
                String.valueOf(plan.beaconMillis()),
                "2"));
        cables.forEach((ends, cable) -> {
            if (ends.get(1) == node) {
                arguments.add(String.valueOf(cable.port()));
            }
        });
        running.put(node, WorkerProcess.start(folder.resolve("log-" + node), arguments));
    }

    void startAll() {
        for (int i = 0; i < plan.nodes(); i++) {
            start(i);
        }
    }

    /** Stops a node in good order. */
    void leave(int node) {
        running.remove(node).leave();
    }

    /** Cuts all cables between this node and the others, or mends them. */
    void isolate(int node, boolean cut) {
        cables.forEach((ends, cable) -> {
            if (ends.contains(node)) {
                if (cut) {
                    cable.cut();
                } else {
                    cable.mend();
                }
            }
        });
    }

    // ---- waiting ----------------------------------------------------------------------------------------------------

    /** Waits until every node takes part, all voters are found, their votes count, and each node has got a grant since. */
    void awaitHealth() {
        Map<Integer, Long> before = new TreeMap<>();
        running.forEach((node, worker) -> before.put(node, worker.status().grants()));
        await(
                Timeouts.LONG,
                () -> running.entrySet().stream().allMatch(each -> {
                    WorkerProcess.Status status = each.getValue().status();
                    return status.ready()
                            && status.members() == plan.voters()
                            && status.grants() > before.get(each.getKey());
                }));
    }

    /** The node that has a valid token. */
    int awaitHolder() {
        int[] found = {-1};
        await(Timeouts.LONG, () -> {
            found[0] = find(status -> status.token() && status.valid());
            return found[0] >= 0;
        });
        return found[0];
    }

    private int find(Predicate<WorkerProcess.Status> wanted) {
        for (Map.Entry<Integer, WorkerProcess> each : running.entrySet()) {
            if (wanted.test(each.getValue().status())) {
                return each.getKey();
            }
        }
        return -1;
    }

    /** The first matching grant after that moment. */
    Witness.Sworn awaitGrant(long moment, Duration timeout, Predicate<Witness.Sworn> wanted) {
        Witness.Sworn[] found = new Witness.Sworn[1];
        await(timeout, () -> {
            witness.catchUp();
            found[0] = witness.firstAfter(moment, wanted);
            return found[0] != null;
        });
        return found[0];
    }

    private void await(Duration timeout, Callable<Boolean> condition) {
        try {
            Awaitility.await()
                    .atMost(timeout)
                    .pollInterval(20, TimeUnit.MILLISECONDS)
                    .until(condition);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("not within " + timeout + ": " + describe(), e);
        }
    }

    /** The status of all nodes, and the ends of their logs. */
    private String describe() {
        StringBuilder text = new StringBuilder();
        running.forEach((node, worker) ->
                text.append("\nnode ").append(node).append(": ").append(worker.describe()));
        return text.toString();
    }

    /** The witness's findings so far. */
    Witness witness() throws IOException {
        witness.catchUp();
        return witness;
    }

    @Override
    public void close() {
        running.values().forEach(WorkerProcess::close);
        cables.values().forEach(Cable::close);
    }
}
