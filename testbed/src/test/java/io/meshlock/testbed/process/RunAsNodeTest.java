package io.meshlock.testbed.process;

import static io.meshlock.testbed.Timeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.keys.MeshAuthority;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code meshlock run --peer}: a node for as long as its command takes, linked over TLS to one of two that are always
 * there. One would not do: of three nodes all vote, the command's node among them, and if it is killed, a majority has
 * to be left.
 */
@DisplayName("A command that is a node of its own")
class RunAsNodeTest {

    @TempDir
    static Path folder;

    private static RunningNode steady;
    private static RunningNode second;
    private static String address;

    @BeforeAll
    static void start() throws Exception {
        MeshAuthority authority = MeshAuthority.init(folder.resolve("keys"), "harbour", InstantSource.system());
        for (String name : List.of("steady", "second", "guest", "other")) {
            authority.issue(name, Duration.ofDays(1), false);
        }
        Files.writeString(folder.resolve("node.yaml"), "pools: {dock: {permits: 1, lease: 1s}}\n");
        address = "127.0.0.1:" + RunningNode.freePort();
        steady = RunningNode.start(
                folder, "--config", "node.yaml", "--keys", "keys/nodes/steady", "--bootstrap", "--listen", address);
        second = RunningNode.start(folder, "--keys", "keys/nodes/second", "--peer", address);
        await().until(() -> members() == 1 && neighbours().size() == 1);
    }

    @AfterAll
    static void stop() {
        try (RunningNode first = steady;
                RunningNode other = second) {
            other.stop();
            first.stop();
        }
    }

    /** Runs as a node with these keys. */
    private static Program runAs(String name, String... args) {
        List<String> all = new ArrayList<>(List.of("run", "dock", "--keys", "keys/nodes/" + name, "--peer", address));
        all.addAll(List.of(args));
        return Program.start(folder, Map.of(), all.toArray(String[]::new));
    }

    /** Runs with a permit of the node that is always there. */
    private static Program runAtSteady(String... args) {
        List<String> all =
                new ArrayList<>(List.of("run", "dock", "--api", steady.api().toString()));
        all.addAll(List.of(args));
        return Program.start(folder, Map.of(), all.toArray(String[]::new));
    }

    /** How many nodes vote: of two, one. */
    private static int members() throws InterruptedException {
        return steady.client().get("/api/v1/pools").at("/pools/0/status/voters").size();
    }

    private static List<String> neighbours() throws InterruptedException {
        List<String> names = new ArrayList<>();
        steady.client().get("/api/v1/node").get("neighbours").forEach(name -> names.add(name.asString()));
        return names;
    }

    /** Waits until these are there, and nobody else but the two that always are. */
    private static void awaitGuests(String... names) {
        List<String> expected = new ArrayList<>(List.of(names));
        expected.add("second");
        await().until(() -> neighbours().equals(expected));
    }

    @Test
    void theCommandsCodeAndEnvironmentAreItsOwn() {
        try (Program run = runAs("guest", "--", "sh", "-c", "env | grep ^MESHLOCK_ | sort; exit 42")) {
            assertThat(run.exitCode()).as(run.err()).isEqualTo(42);
            assertThat(run.out()).matches("""
                            MESHLOCK_FENCE=[0-9a-f]{16}-[0-9]{19}
                            MESHLOCK_FENCING=[0-9]+
                            MESHLOCK_GRANT=dock#[0-9]+
                            MESHLOCK_PERMITS=1
                            MESHLOCK_POOL=dock
                            MESHLOCK_SLOTS=1
                            """);
            assertThat(run.err()).isEmpty();
        }
        awaitGuests();
    }

    @Test
    void waitsForTheOneAtTheOtherNode() {
        String command = "echo in $MESHLOCK_FENCING; exec sleep 60";
        try (Program holder = runAtSteady("--", "sh", "-c", command)) {
            long first = fencing(holder);
            try (Program run = runAs("guest", "--", "sh", "-c", command)) {
                awaitGuests("guest");
                assertThat(run.out()).isEmpty();
                holder.signal("TERM");
                assertThat(holder.exitCode()).isEqualTo(128 + 15);
                assertThat(fencing(run)).isGreaterThan(first);
                run.signal("INT");
                assertThat(run.exitCode()).as("the command got it").isEqualTo(128 + 2);
            }
        }
        assertThatTheDockIsFree();
    }

    private static long fencing(Program run) {
        String[] words = run.awaitOutput("\n").trim().split(" ", -1);
        return Long.parseLong(words[1]);
    }

    private static void assertThatTheDockIsFree() {
        awaitGuests();
        try (Program next = runAtSteady("--", "true")) {
            assertThat(next.exitCode()).as(next.err()).isZero();
        }
    }

    @Test
    void interruptedWhileItWaitsItWithdraws() {
        try (Program holder = runAs("guest", "--", "sh", "-c", "echo in; exec sleep 60")) {
            holder.awaitOutput("in\n");
            try (Program waiting = runAs("other", "--", "echo", "mine")) {
                awaitGuests("guest", "other");
                waiting.signal("INT");
                assertThat(waiting.exitCode()).isEqualTo(128 + 2);
                assertThat(waiting.out()).isEmpty();
            }
            awaitGuests("guest");
            holder.signal("TERM");
            assertThat(holder.exitCode()).isEqualTo(128 + 15);
        }
        assertThatTheDockIsFree();
    }

    @Test
    void aTimeoutHasAnExitCodeOfItsOwn() {
        try (Program holder = runAtSteady("--", "sh", "-c", "echo in; exec sleep 60")) {
            holder.awaitOutput("in\n");
            try (Program waiting = runAs("guest", "-w", "3s", "-E", "9", "--", "true")) {
                assertThat(waiting.exitCode()).isEqualTo(9);
                assertThat(waiting.err()).isEqualTo("meshlock run: not granted: it timed out\n");
            }
            holder.signal("TERM");
            assertThat(holder.exitCode()).isEqualTo(128 + 15);
        }
        assertThatTheDockIsFree();
    }

    @Test
    void nobodyAtTheOtherEndMeansNotGranted() throws Exception {
        try (Program run = Program.start(
                folder,
                Map.of(),
                "run",
                "dock",
                "--keys",
                "keys/nodes/guest",
                "--peer",
                "127.0.0.1:" + RunningNode.freePort(),
                "-w",
                "500ms",
                "--",
                "true")) {
            assertThat(run.exitCode()).isEqualTo(75);
            assertThat(run.err()).isEqualTo("meshlock run: not granted: no neighbour knows the pool 'dock'\n");
        }
    }

    @Test
    void killedItTakesItsCommandWithItAndTheLeaseFreesTheDock() {
        try (Program holder = runAs("guest", "--", "sh", "-c", "echo $$; exec sleep 60")) {
            long child = Long.parseLong(holder.awaitOutput("\n").trim());
            holder.signal("KILL");
            await().until(() -> !Program.isRunning(child));
        }
        assertThatTheDockIsFree();
    }
}
