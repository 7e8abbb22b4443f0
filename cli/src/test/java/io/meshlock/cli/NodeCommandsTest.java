package io.meshlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.Grant;
import io.meshlock.Meshlock;
import io.meshlock.PoolConfig;
import io.meshlock.Recovery;
import io.meshlock.daemon.Daemon;
import io.meshlock.daemon.client.DaemonClient;
import io.meshlock.daemon.http.HttpSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Commands that are nodes, or talk to one. How they behave as processes is tested in the testbed. */
class NodeCommandsTest {

    private record Outcome(int code, String out, String err) {}

    private static Outcome meshlock(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(new PrintWriter(out), new PrintWriter(err), args);
        return new Outcome(code, out.toString(), err.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "node | name: missing; expected the node's name, or keys, which have it",
                "node --name a --bootstrap --pool docks | --pool: 'docks' is no pool; expected a name and a number of permits, as docks=5",
                "node --name a --bootstrap --http 0.0.0.0:0 | --http: HTTP at 0.0.0.0, which others can reach, needs a token; expected a token, or a loopback address",
                "node --config nowhere.yaml | nowhere.yaml: does not exist; expected an existing file",
                "run docks -n 0 -- true | -n: 0 is out of range; expected at least 1",
                "run docks -w long -- true | -w: 'long' is no duration; expected a duration such as 500ms, 10s, 2m, 1h or 1d",
                "run docks --deadline x -- true | --deadline: 'x' is no moment; expected a duration such as 30s, or a moment such as 2026-11-15T10:00:00Z",
                "run docks --peer x -- true | --peer: 'x' is no address; expected host:port, as 10.0.0.7:7400 or [fe80::7%wlan0]:7400",
                "run docks --name a --insecure 1 --peer 127.0.0.1:1 --lease 5s -- true | --lease: only a daemon has it; expected no --lease with --peer or --discover, where the pool's lease holds",
                "run docks -E 256 -- true | -E: 256 is out of range; expected 0 to 255",
                "run docks | meshlock run: Missing required parameter: 'CMD'; see './meshlock run --help'",
                "status --api ftp://x | --api: 'ftp://x' is no address; expected one such as http://127.0.0.1:7480 or unix:/run/meshlock/7480.sock",
                "status --connect-wait 0s --api http://127.0.0.1:1 | no node answers at http://127.0.0.1:1; expected a running './meshlock node', or another --api",
                "watch --interval 1ms | --interval: 1ms is out of range; expected at least 50ms",
                "resize docks | meshlock resize: Missing required parameter: 'PERMITS'; see './meshlock resize --help'",
                "resize docks 0 | PERMITS: 0 is out of range; expected at least 1",
                "resize docks 5 --wait long | --wait: 'long' is no duration; expected a duration such as 500ms, 10s, 2m, 1h or 1d",
                "resize docks 5 --connect-wait 0s --api http://127.0.0.1:1 | no node answers at http://127.0.0.1:1; expected a running './meshlock node', or another --api",
                "drain --token-file nowhere | --token-file: 'nowhere' cannot be read; expected a file with a token",
            })
    void mistakesGetOneLineAndCode2(String command, String expected) {
        Outcome outcome = meshlock(command.split(" ", -1));
        assertThat(outcome.err).isEqualTo(expected + "\n");
        assertThat(outcome.out).isEmpty();
        assertThat(outcome.code).isEqualTo(2);
    }

    @Test
    void settingsAreCheckedWithoutStarting() {
        assertThat(meshlock("node", "--name", "a", "--bootstrap", "--check").out)
                .isEqualTo("the settings are good\n");
    }

    @Test
    void statusPoolsAndWatchTellHowANodeDoes() throws Exception {
        try (Meshlock mesh = Meshlock.builder().node("a").bootstrap().start();
                Daemon daemon = Daemon.start(mesh, HttpSettings.DEFAULT.address("127.0.0.1", 0), List.of())) {
            mesh.pool("docks", PoolConfig.permits(5));
            String api = daemon.uri().toString();
            new DaemonClient(daemon.uri(), daemon.token())
                    .post("/api/v1/pools/docks/requests", Map.of("permits", 2, "client", "crane"));
            Outcome status = meshlock("status", "--api", api);
            assertThat(status.code).isZero();
            assertThat(status.out)
                    .startsWith("node a, number 1, version ")
                    .contains("no neighbours\n")
                    .containsPattern("docks +5 +2 +0 +1 +\\d+ms  \\S+ +priority  prioritized\n")
                    .containsPattern("[0-9a-f]{8}  docks +2 +0  granted +\\S+ +1  crane\n");
            JsonNode document = JsonMapper.shared().readTree(meshlock("status", "--api", api, "--json").out);
            assertThat(document.at("/node/node").asString()).isEqualTo("a");
            assertThat(document.at("/pools/0/heldHere").asInt()).isEqualTo(2);
            assertThat(document.at("/requests/0/client").asString()).isEqualTo("crane");
            assertThat(meshlock("recover", "docks", "--api", api).out).endsWith("nothing was done; --yes does it\n");
            Outcome recovered = meshlock("recover", "docks", "--yes", "--api", api);
            assertThat(recovered.out).containsPattern("pool 'docks' has a new token, epoch [1-9][0-9]*/1\n$");
            assertThat(recovered.code).isZero();
            assertThat(meshlock("pools", "--api", api).out).startsWith("pool   permits  held here");
            assertThat(JsonMapper.shared()
                            .readTree(meshlock("pools", "--api", api, "--json").out)
                            .at("/pools/0/name")
                            .asString())
                    .isEqualTo("docks");
            List<String> looks = meshlock("watch", "--api", api, "--json", "--count", "2", "--interval", "50ms")
                    .out
                    .lines()
                    .toList();
            assertThat(looks).hasSize(2).allMatch(look -> look.startsWith("{\"node\":"));
        }
    }

    /** As in a script that starts a node in the background and goes on. */
    @Test
    void aCommandWaitsForANodeThatIsStillStarting() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        FutureTask<Outcome> status = new FutureTask<>(
                () -> meshlock("status", "--api", "http://127.0.0.1:" + port, "--connect-wait", "60s"));
        new Thread(status).start();
        try (Meshlock mesh = Meshlock.builder().node("late").bootstrap().start();
                Daemon daemon = Daemon.start(mesh, HttpSettings.DEFAULT.address("127.0.0.1", port), List.of())) {
            assertThat(status.get(60, TimeUnit.SECONDS).out).startsWith("node late, number ");
            assertThat(daemon.uri().getPort()).isEqualTo(port);
        }
    }

    @Test
    void resizeWaitsUntilTheSizeIsInForce() throws Exception {
        try (Meshlock mesh = Meshlock.builder().node("a").bootstrap().start();
                Daemon daemon = Daemon.start(mesh, HttpSettings.DEFAULT.address("127.0.0.1", 0), List.of())) {
            mesh.pool("docks", PoolConfig.permits(2));
            mesh.pool("ring", PoolConfig.permits(1).algorithm("rl").recovery(Recovery.OFF));
            String api = daemon.uri().toString();
            Outcome grown = meshlock("resize", "docks", "5", "--api", api);
            assertThat(grown).isEqualTo(new Outcome(0, "pool 'docks' has 5 permits\n", ""));
            assertThat(meshlock("pools", "--api", api).out).containsPattern("docks +5 +0 ");
            try (Grant held = mesh.pool("docks").acquire(3)) {
                Outcome shrunk = meshlock("resize", "docks", "1", "--wait", "2s", "--api", api);
                assertThat(shrunk.out)
                        .isEqualTo("pool 'docks' has 1 permit; 3 are still out, 2 too many, which retire as they come"
                                + " back\n");
                assertThat(shrunk.code).isZero();
                assertThat(held.isValid()).isTrue();
            }
            JsonNode document =
                    JsonMapper.shared().readTree(meshlock("resize", "docks", "1", "--json", "--api", api).out);
            assertThat(document)
                    .hasToString("{\"pool\":\"docks\",\"permits\":1,\"wantedPermits\":1,\"inForce\":true,"
                            + "\"out\":0,\"surplus\":0}");
            Outcome fixed = meshlock("resize", "ring", "2", "--api", api);
            assertThat(fixed)
                    .isEqualTo(new Outcome(
                            2, "", "pool 'ring' keeps its size: only pools of algorithm prioritized can be resized\n"));
            assertThat(meshlock("resize", "none", "2", "--api", api))
                    .isEqualTo(new Outcome(2, "", "pool 'none': is not known at this node\n"));
        }
    }

    @Test
    void destroyExplainsFirst() throws Exception {
        try (Meshlock mesh = Meshlock.builder().node("a").bootstrap().start();
                Daemon daemon = Daemon.start(mesh, HttpSettings.DEFAULT.address("127.0.0.1", 0), List.of())) {
            Grant held = mesh.pool("docks", PoolConfig.permits(2)).acquire();
            String api = daemon.uri().toString();
            String state = "pool 'docks', at this node: 1 of 2 permits held, 0 requests waiting\n";
            assertThat(meshlock("destroy", "docks", "--api", api))
                    .isEqualTo(new Outcome(0, state + "nothing was done; --yes destroys it in the whole mesh\n", ""));
            assertThat(held.isValid()).isTrue();
            assertThat(meshlock("destroy", "docks", "--yes", "--api", api))
                    .isEqualTo(new Outcome(0, state + "destroyed\n", ""));
            assertThat(held.isValid()).isFalse();
            assertThat(meshlock("destroy", "docks", "--yes", "--api", api))
                    .isEqualTo(new Outcome(2, "", "pool 'docks': is not known at this node\n"));
        }
    }

    @Test
    void drainWaitsForTheNodesEnd() throws Exception {
        try (Meshlock mesh = Meshlock.builder().node("a").bootstrap().start()) {
            Daemon daemon = Daemon.start(mesh, HttpSettings.DEFAULT.address("127.0.0.1", 0), List.of());
            Thread stopper = new Thread(() -> {
                try {
                    daemon.awaitDrained();
                    daemon.close();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            stopper.start();
            Outcome drain = meshlock("drain", "--api", daemon.uri().toString());
            assertThat(drain.err).isEmpty();
            assertThat(drain.out).isEqualTo("node a drains: 0 requests hold permits\nnode a has stopped\n");
            stopper.join();
        }
    }

    @Test
    void runHoldsWhileTheCommandRuns(@TempDir Path folder) throws IOException {
        try (Meshlock mesh = Meshlock.builder().node("a").bootstrap().start();
                Daemon daemon = Daemon.start(mesh, HttpSettings.DEFAULT.address("127.0.0.1", 0), List.of())) {
            mesh.pool("docks", PoolConfig.permits(1));
            String api = daemon.uri().toString();
            String touch = "echo $MESHLOCK_FENCING >" + folder.resolve("ran") + "; exit 3";
            assertThat(meshlock("run", "docks", "--api", api, "--", "sh", "-c", touch).code)
                    .isEqualTo(3);
            assertThat(Files.readString(folder.resolve("ran"))).isEqualTo("1\n");
            assertThat(mesh.pool("docks").availablePermits()).isEqualTo(1);
            Outcome unknown = meshlock("run", "none", "--api", api, "--", "true");
            assertThat(unknown.err).isEqualTo("pool 'none': is not known at this node\n");
            assertThat(unknown.code).isEqualTo(2);
        }
    }

    @Test
    void completionKnowsTheCommandsAndIsGoodBash() throws Exception {
        String script = meshlock("completion").out;
        assertThat(script)
                .contains("complete -F _complete_meshlock")
                .contains("drain")
                .contains("--priority");
        Process bash =
                new ProcessBuilder("bash", "-n").redirectErrorStream(true).start();
        try (var in = bash.getOutputStream()) {
            in.write(script.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(bash.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(bash.exitValue()).isZero();
    }

    @Test
    void theManualPageHasEveryCommandAndFlag() {
        String page = meshlock("man").out;
        assertThat(page)
                .startsWith(".TH MESHLOCK 1")
                .contains(".SS meshlock run POOL CMD\n")
                .contains("\\fB\\-n, \\-\\-permits\\fR \\fIH\\fR\nHow many permits; default 1.\n")
                .contains(".SS meshlock keys issue NAME\n")
                .contains("Draws a metric of a sweep over one of its axes, with 95 % confidence bands.\n")
                .contains("\\-\\-until 2% \\-\\-metric waitMean")
                .doesNotContain("${", "%%", "%n");
        assertThat(page.lines()).noneMatch(line -> line.startsWith("'"));
    }
}
