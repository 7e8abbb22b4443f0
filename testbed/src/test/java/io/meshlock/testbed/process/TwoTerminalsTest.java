package io.meshlock.testbed.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.daemon.client.ApiAddress;
import io.meshlock.daemon.client.DaemonClient;
import io.meshlock.daemon.client.DaemonException;
import io.meshlock.keys.MeshAuthority;
import io.meshlock.testbed.Timeouts;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Two nodes that are processes of their own, with keys, linked over TLS; and commands that contend for their one
 * permit.
 */
@DisplayName("Two terminals, two nodes")
class TwoTerminalsTest {

    private static final List<RunningNode> NODES = new ArrayList<>();

    @TempDir
    static Path folder;

    private static URI first;
    private static URI second;

    @BeforeAll
    static void start() throws Exception {
        MeshAuthority authority = MeshAuthority.init(folder.resolve("keys"), "harbour", InstantSource.system());
        authority.issue("a", Duration.ofDays(1), false);
        authority.issue("b", Duration.ofDays(1), false);
        // A lease that a node keeps also if it gets no turn for some seconds.
        Files.writeString(folder.resolve("pools.yaml"), "pools:\n  dock: {permits: 1, lease: 120s}\n");
        int port = RunningNode.freePort();
        first = node(
                "--keys", "keys/nodes/a", "--listen", "127.0.0.1:" + port, "--bootstrap", "--config", "pools.yaml");
        second = node("--keys", "keys/nodes/b", "--peer", "127.0.0.1:" + port);
        await().until(() -> !get(second, "/api/v1/pools").get("pools").isEmpty());
    }

    private static URI node(String... flags) {
        RunningNode node = RunningNode.start(folder, flags);
        NODES.add(node);
        return node.api();
    }

    @AfterAll
    static void stop() {
        try {
            NODES.forEach(RunningNode::stop);
        } finally {
            NODES.forEach(RunningNode::close);
        }
    }

    /** A {@code meshlock run} at one of the two nodes. */
    private static Program run(URI node, String... args) {
        return run("90s", node, args);
    }

    private static Program run(String lease, URI node, String... args) {
        List<String> all = new ArrayList<>(List.of("run", "dock", "--lease", lease));
        all.addAll(List.of(args));
        return Program.start(folder, Map.of("MESHLOCK_API", node.toString()), all.toArray(String[]::new));
    }

    private static JsonNode requests(URI node) throws InterruptedException {
        return get(node, "/api/v1/requests").get("requests");
    }

    private static JsonNode get(URI node, String path) throws InterruptedException {
        return DaemonClient.of(new ApiAddress(node, null)).get(path, Timeouts.LONG);
    }

    /** As long as a busy node does not answer in time, it is asked again. */
    private static ConditionFactory await() {
        return Timeouts.await()
                .ignoreExceptionsMatching(e -> e instanceof DaemonException trouble && trouble.isPassing());
    }

    private static boolean has(URI node, String state) throws InterruptedException {
        for (JsonNode request : requests(node)) {
            if (request.get("state").asString().equals(state)) {
                return true;
            }
        }
        return false;
    }

    private static void awaitNobody() {
        await().until(() -> requests(first).isEmpty() && requests(second).isEmpty());
    }

    /** The second node was told whom to dial, and not to listen. */
    @Test
    void nothingListensThatNobodyAskedFor() throws IOException {
        assertThat(NODES.get(0).program().listens()).hasSize(2).contains(first.getPort());
        assertThat(NODES.get(1).program().listens()).containsExactly(second.getPort());
    }

    @Test
    void oneRunsAtATime() throws IOException {
        Path witness = folder.resolve("witness");
        // A command that runs while another one does finds the folder there, and says so.
        String command = "for i in 1 2 3; do true; done; mkdir inside || echo two at once >>witness; "
                + "echo in $MESHLOCK_FENCING >>witness; sleep 0.1; echo out $MESHLOCK_FENCING >>witness; rmdir inside";
        List<Program> runs = new ArrayList<>();
        try {
            for (int i = 0; i < 6; i++) {
                runs.add(run(i % 2 == 0 ? first : second, "--", "sh", "-c", command));
            }
            runs.forEach(run -> assertThat(run.exitCode()).as(run.err()).isZero());
        } finally {
            runs.forEach(Program::close);
        }
        List<String> lines = Files.readAllLines(witness);
        assertThat(lines).hasSize(12);
        long last = 0;
        for (int i = 0; i < lines.size(); i += 2) {
            long fencing = Long.parseLong(lines.get(i).split(" ", -1)[1]);
            assertThat(lines.subList(i, i + 2)).containsExactly("in " + fencing, "out " + fencing);
            assertThat(fencing).isGreaterThan(last);
            last = fencing;
        }
        awaitNobody();
    }

    @Test
    void theCommandsCodeAndEnvironmentAreItsOwn() {
        try (Program run = run(second, "-n", "1", "--", "sh", "-c", "env | grep ^MESHLOCK_ | sort; exit 42")) {
            assertThat(run.exitCode()).isEqualTo(42);
            assertThat(run.out()).matches("""
                            (?s)MESHLOCK_API=.*MESHLOCK_FENCING=[0-9]+
                            MESHLOCK_GRANT=[0-9a-f]{32}
                            MESHLOCK_PERMITS=1
                            MESHLOCK_POOL=dock
                            MESHLOCK_SLOTS=1
                            """);
        }
        awaitNobody();
    }

    @Test
    void aHolderThatIsKilledTakesItsCommandWithItAndFreesThePermitAfterTheLease() {
        try (Program holder = run("8s", first, "--", "sh", "-c", "echo $$; exec sleep 600");
                Program next = awaitHolder(holder, first) ? run(second, "--", "echo", "mine") : null) {
            long child = Long.parseLong(holder.awaitOutput("\n").trim());
            await().until(() -> has(second, "waiting"));
            holder.signal("KILL");
            await().until(() -> !Program.isRunning(child));
            assertThat(next.exitCode()).isZero();
            assertThat(next.out()).isEqualTo("mine\n");
        }
        awaitNobody();
    }

    private static boolean awaitHolder(Program holder, URI node) {
        holder.awaitOutput("\n");
        await().until(() -> has(node, "granted"));
        return true;
    }

    @Test
    void interruptedWhileItWaitsItWithdraws() {
        try (Program holder = run(first, "--", "sh", "-c", "echo in; exec sleep 600");
                Program waiting = awaitHolder(holder, first) ? run(second, "--", "echo", "mine") : null) {
            await().until(() -> has(second, "waiting"));
            waiting.signal("INT");
            assertThat(waiting.exitCode()).isEqualTo(128 + 2);
            await().until(() -> requests(second).isEmpty());
            assertThat(waiting.out()).isEmpty();
            holder.signal("TERM");
            assertThat(holder.exitCode()).as("the command got it").isEqualTo(128 + 15);
        }
        awaitNobody();
    }

    @Test
    void aTimeoutHasAnExitCodeOfItsOwn() {
        try (Program holder = run(first, "--", "sh", "-c", "echo in; exec sleep 600");
                Program waiting =
                        awaitHolder(holder, first) ? run(second, "-w", "200ms", "-E", "9", "--", "true") : null) {
            assertThat(waiting.exitCode()).isEqualTo(9);
            assertThat(waiting.err()).isEqualTo("meshlock run: not granted: it timed out\n");
            holder.signal("INT");
            assertThat(holder.exitCode()).isEqualTo(128 + 2);
        }
        awaitNobody();
    }
}
