package io.meshlock.testbed.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.daemon.client.DaemonException;
import io.meshlock.testbed.Timeouts;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The README's two nodes, started by the README's own command lines (on ports that are free), stopped, killed and
 * started again by the same.
 */
@DisplayName("README's two nodes, restarted")
class RestartedTerminalsTest {

    private static final Path README = Path.of("..", "README.md");

    /** Whoever is in while another one is says so; the fences of those who were in rise. */
    private static final String COMMAND =
            "mkdir inside || echo two at once >>witness; echo $MESHLOCK_FENCE >>witness; sleep 0.2; rmdir inside";

    @TempDir
    private Path folder;

    private String links;
    private RunningNode a;
    private RunningNode b;

    @BeforeEach
    void findAPort() throws IOException {
        links = "127.0.0.1:" + RunningNode.freePort();
    }

    @AfterEach
    void close() {
        Stream.of(a, b).forEach(node -> {
            if (node != null) {
                node.close();
            }
        });
    }

    /** Starts a node by the line of the README that has this name. */
    private RunningNode start(String name, String... more) throws IOException {
        List<String> lines = Files.readAllLines(README).stream()
                .filter(line -> line.startsWith("./meshlock node --name " + name + " "))
                .toList();
        assertThat(lines).as("the README's command lines").hasSize(1);
        String line = lines.get(0)
                .replace("127.0.0.1:7400", links)
                .replaceAll(" --http \\S+", "")
                .replace("--pool dock=1", "--config " + quickDock());
        List<String> flags = new ArrayList<>(List.of(
                line.replace("./meshlock node ", "").replaceAll(" *&$", "").split(" ", -1)));
        flags.addAll(List.of(more));
        return RunningNode.start(folder, flags.toArray(String[]::new));
    }

    /** README's pool, with a lease that is over soon: a restart of its only voter costs an election timeout and a lease. */
    private Path quickDock() throws IOException {
        return Files.writeString(folder.resolve("quick.yaml"), "pools:\n  dock: {permits: 1, lease: 1s}\n");
    }

    private Program run(RunningNode node) {
        Map<String, String> there = Map.of("MESHLOCK_API", node.api().toString());
        return Program.start(folder, there, "run", "dock", "--", "sh", "-c", COMMAND);
    }

    /** Two commands at each node, all at once; and again until all of them were served. */
    private void contend() {
        List<Program> runs = new ArrayList<>();
        try {
            for (RunningNode node : List.of(a, b, a, b)) {
                runs.add(run(node));
            }
            runs.forEach(run -> assertThat(run.exitCode()).as(run.err()).isZero());
        } finally {
            runs.forEach(Program::close);
        }
    }

    private static ConditionFactory await() {
        return Timeouts.await()
                .ignoreExceptionsMatching(e -> e instanceof DaemonException trouble && trouble.isPassing());
    }

    private static void awaitLink(RunningNode node) {
        await().until(() ->
                !node.client().get("/api/v1/neighbours").get("neighbours").isEmpty());
    }

    @Test
    void neverHaveTwoHoldersWhoeverIsRestarted() throws IOException {
        a = start("a");
        b = start("b");
        contend();
        a.stop();
        a = start("a");
        contend();
        b.stop();
        b = start("b");
        contend();
        a.program().signal("KILL");
        a.close();
        a = start("a");
        contend();
        b.stop();
        a.stop();
        b = start("b");
        a = start("a");
        contend();
        List<String> witness = Files.readAllLines(folder.resolve("witness"));
        assertThat(witness).hasSize(20).doesNotHaveDuplicates().isSorted();
    }

    /** What the README warns of: a node that forgets begins the pool anew, beside the one that lives. */
    @Test
    void andToldToForgetGiveWay() throws Exception {
        a = start("a", "--ephemeral");
        b = start("b");
        try (Program holder = Program.start(
                folder,
                Map.of("MESHLOCK_API", b.api().toString()),
                "run",
                "dock",
                "--",
                "sh",
                "-c",
                "echo in; sleep 600")) {
            holder.awaitOutput("in");
            a.program().signal("KILL");
            a.close();
            a = start("a", "--ephemeral");
            awaitLink(a);
            URI api = a.api();
            await().until(() -> a.client().get("/api/v1/health").has("problems"));
            try (Program second = Program.start(
                    folder, Map.of("MESHLOCK_API", api.toString()), "run", "dock", "-E", "0", "--", "echo", "me too")) {
                assertThat(second.exitCode()).isEqualTo(78);
                assertThat(second.out()).isEmpty();
                assertThat(second.err()).contains("pool 'dock' was bootstrapped twice");
            }
            try (Program status = Program.start(folder, Map.of("MESHLOCK_API", api.toString()), "status")) {
                assertThat(status.exitCode()).isZero();
                assertThat(status.out()).contains("problem: pool 'dock' was bootstrapped twice");
            }
        }
        assertThat(a.program().err()).contains("ephemeral: nothing is kept");
    }
}
