package io.meshlock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.Grant;
import io.meshlock.Meshlock;
import io.meshlock.PermitPool;
import io.meshlock.PoolConfig;
import io.meshlock.Recovery;
import io.meshlock.daemon.Daemon;
import io.meshlock.daemon.client.DaemonClient;
import io.meshlock.daemon.http.HttpSettings;
import io.meshlock.daemon.page.LiveFeed;
import io.meshlock.daemon.page.Page;
import io.meshlock.spi.InProcessNetwork;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
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
                "node --name a --insecure 1 --listen 0.0.0.0:0 | --listen: '0.0.0.0:0' is not loopback, and without keys whoever reaches it can claim to be any node; expected keys, listen on an address such as 127.0.0.1:7400, or --insecure-anywhere (insecureAnywhere: true)",
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

    /** Whoever tries again later may have more luck, as a service does. */
    @Test
    void anAddressThatIsTakenIsSaidInWordsAndHasACodeOfItsOwn(@TempDir Path folder) throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + taken.getLocalPort();
            String[] node = {"node", "--name", "a", "--insecure", "1", "--bootstrap", "--state", folder.toString()};
            assertThat(meshlock(with(node, "--http", address)))
                    .isEqualTo(new Outcome(
                            69,
                            "",
                            "--http: " + address
                                    + " cannot be used (Address already in use); expected a free address\n"));
            assertThat(meshlock(with(node, "--http", "127.0.0.1:0", "--listen", address)))
                    .isEqualTo(new Outcome(
                            69,
                            "",
                            "the node cannot start: cannot listen on " + address + ": Address already in use\n"));
        }
    }

    /** A node that has to leave at once would disturb its mesh for nothing. */
    @Test
    void whatCannotServeSaysNoWordToOthers(@TempDir Path folder) throws IOException {
        Path inTheWay = Files.writeString(folder.resolve("7480.sock"), "");
        try (ServerSocket neighbour = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String peer = "127.0.0.1:" + neighbour.getLocalPort();
            String[] node = {"node", "--name", "a", "--insecure", "1", "--ephemeral", "--peer", peer};
            Outcome noSocket = meshlock(with(node, "--http", "127.0.0.1:0", "--socket", inTheWay.toString()));
            assertThat(noSocket)
                    .isEqualTo(new Outcome(
                            2,
                            "",
                            "http.socket: '" + inTheWay + "' is there and is no socket; expected a free path\n"));
            assertThat(meshlock(with(node, "--http", peer)).code).isEqualTo(69);
            neighbour.setSoTimeout(1);
            assertThatThrownBy(neighbour::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }

    /** What was kept says more than what the file says now: found out before anybody hears of the node. */
    @Test
    void settingsThatChangedSinceTheLastStartAreFoundBeforeItJoins(@TempDir Path folder) throws Exception {
        try (Meshlock before = Meshlock.builder()
                .insecure(1)
                .node("a")
                .bootstrap()
                .state(folder)
                .pool("dock", PoolConfig.permits(2))
                .start()) {
            before.pool("dock").acquire().close();
        }
        try (ServerSocket neighbour = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String peer = "127.0.0.1:" + neighbour.getLocalPort();
            String[] node = {"node", "--name", "a", "--insecure", "1", "--http", "127.0.0.1:0", "--peer", peer};
            Outcome changed = meshlock(with(node, "--state", folder.toString(), "--pool", "dock=3"));
            assertThat(changed.code).isEqualTo(2);
            assertThat(changed.out).isEmpty();
            assertThat(changed.err)
                    .startsWith("the node cannot start: pool 'dock' was asked for with permits 3, ")
                    .contains(", but the state folder of node 'a' has it with permits 2, ")
                    .hasLineCount(1);
            neighbour.setSoTimeout(1);
            assertThatThrownBy(neighbour::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }

    /** Each reason once, without the names of Java's exceptions. */
    @Test
    void aStateFolderOfAnotherNodeIsSaidOnce(@TempDir Path folder) {
        try (Meshlock other =
                Meshlock.builder().node("b").bootstrap().state(folder).start()) {
            assertThat(meshlock("node", "--name", "a", "--bootstrap", "--http", "127.0.0.1:0", "--state", "" + folder))
                    .isEqualTo(new Outcome(
                            2,
                            "",
                            "the node cannot start: cannot use state folder " + folder
                                    + ": another node uses it; expected a folder of its own for every node\n"));
            assertThat(other.node()).isEqualTo("b");
        }
    }

    @Test
    void aStateFolderThatCannotBeUsedIsSaidInWords(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        String[] node = {"node", "--name", "a", "--bootstrap", "--http", "127.0.0.1:0"};
        assertThat(meshlock(with(node, "--state", file.toString())).err)
                .isEqualTo("--state: '" + file + "' is a file; expected a folder\n");
        Outcome outcome = meshlock(with(node, "--state", file.resolve("state").toString()));
        assertThat(outcome.code).isEqualTo(2);
        assertThat(outcome.out).isEmpty();
        assertThat(outcome.err)
                .startsWith("the node cannot start: ")
                .contains(file.toString())
                .doesNotContain("Exception", "java.")
                .hasLineCount(1);
    }

    private static String[] with(String[] command, String... more) {
        return Stream.concat(Stream.of(command), Stream.of(more)).toArray(String[]::new);
    }

    /** Probes need no secret, people are told which flag has it, and a browser is led to where it can ask. */
    @Test
    void aNodeThatWantsATokenSaysHowToGiveIt(@TempDir Path folder) throws Exception {
        HttpSettings settings = HttpSettings.DEFAULT.address("127.0.0.1", 0).token("sixteen-letters-long");
        try (Meshlock mesh = Meshlock.builder().node("a").bootstrap().start();
                LiveFeed feed = LiveFeed.open("a");
                Daemon daemon = Daemon.start(mesh, settings, List.of(Page.of(feed)))) {
            String api = daemon.uri().toString();
            Path wrong = Files.writeString(folder.resolve("wrong"), "sixteen-letters-lost\n");
            Path right = Files.writeString(folder.resolve("right"), "sixteen-letters-long\n");
            Outcome refused = meshlock("status", "--api", api, "--token-file", wrong.toString());
            assertThat(refused.err)
                    .startsWith("Authorization: is not this daemon's token; ")
                    .endsWith("; --token-file names the file that has it\n")
                    .hasLineCount(1);
            assertThat(refused.code).isEqualTo(2);
            assertThat(meshlock("status", "--api", api, "--token-file", right.toString()).code)
                    .isZero();
            HttpURLConnection health = open(daemon, "/api/v1/health");
            assertThat(health.getResponseCode()).isEqualTo(200);
            HttpURLConnection begin = open(daemon, "/");
            assertThat(begin.getResponseCode()).isEqualTo(302);
            assertThat(begin.getHeaderField("Location")).endsWith("/page/");
            assertThat(open(daemon, "/api/v1/pools").getResponseCode()).isEqualTo(401);
        }
    }

    private static HttpURLConnection open(Daemon daemon, String path) throws IOException {
        HttpURLConnection call =
                (HttpURLConnection) daemon.uri().resolve(path).toURL().openConnection();
        call.setInstanceFollowRedirects(false);
        return call;
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
                    .containsPattern("docks +5 +2 +0 +1 +\\d+ ms  \\S+ +priority  prioritized\n")
                    .containsPattern("[0-9a-f]{8}  docks +2 +0  granted +\\S+ \\w+ +1  crane\n");
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

    /** A script holds permits over several commands; an operator looks, and takes some away. */
    @Test
    void acquireRenewReleaseAndWhoHolds() throws Exception {
        try (Meshlock mesh = Meshlock.builder().node("a").bootstrap().start();
                Daemon daemon = Daemon.start(mesh, HttpSettings.DEFAULT.address("127.0.0.1", 0), List.of())) {
            mesh.pool("docks", PoolConfig.permits(3));
            String api = daemon.uri().toString();
            String nobody = "http://127.0.0.1:1";
            Outcome acquired = meshlock(
                    "acquire", "docks", "-n", "2", "--lease", "60s", "--client", "crane", "--api", nobody + "," + api);
            assertThat(acquired.err).isEmpty();
            Map<String, String> variables = acquired.out
                    .lines()
                    .map(line -> line.replace("export ", "").replace("'", "").split("=", 2))
                    .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
            assertThat(variables)
                    .containsEntry("MESHLOCK_API", api)
                    .containsEntry("MESHLOCK_SLOTS", "1,2")
                    .containsKeys("MESHLOCK_FENCE", "MESHLOCK_SECRET");
            String grant = variables.get("MESHLOCK_GRANT");
            String secret = variables.get("MESHLOCK_SECRET");
            assertThat(meshlock("renew", grant, "--secret", secret, "--api", api).out)
                    .startsWith("held for ");
            Outcome busy = meshlock("acquire", "docks", "-n", "2", "-w", "0s", "-E", "9", "--api", api);
            assertThat(busy).isEqualTo(new Outcome(9, "", "meshlock acquire: not granted: not free\n"));

            String other = JsonMapper.shared()
                    .readTree(meshlock("acquire", "docks", "--client", "lorry", "--json", "--api", api).out)
                    .get("id")
                    .asString();
            assertThat(meshlock("holders", "docks", "--api", api).out)
                    .startsWith("pool 'docks': 3 of 3 permits held, 0 requests wait, the token is at a\n")
                    .containsPattern("a +crane +2  holds  20")
                    .containsPattern("a +lorry +1  holds  20")
                    .isEqualTo(meshlock("holders", "--api", api).out);
            assertThat(JsonMapper.shared()
                            .readTree(meshlock("holders", "--json", "--api", api).out)
                            .at("/pools/0/pool")
                            .asString())
                    .isEqualTo("docks");
            Outcome told = meshlock("release", "--force", other, "--api", api);
            assertThat(told.out)
                    .contains("'lorry' holds 1 permit")
                    .contains("risk: ")
                    .endsWith("--yes does it\n");
            assertThat(mesh.pool("docks").heldPermits()).isEqualTo(3);
            assertThat(meshlock("release", "--force", other, "--yes", "--api", api).out)
                    .endsWith("taken away: it is lost\n");
            assertThat(mesh.pool("docks").heldPermits()).isEqualTo(2);

            assertThat(meshlock("release", grant, "--secret", secret, "--api", api))
                    .isEqualTo(new Outcome(0, "", ""));
            assertThat(mesh.pool("docks").heldPermits()).isZero();
            Outcome late = meshlock("renew", grant, "--secret", secret, "--api", api);
            assertThat(late.code).isEqualTo(1);
            assertThat(late.err).contains("is released");
        }
    }

    @Test
    void membersAndEvents() throws Exception {
        try (Meshlock mesh = Meshlock.builder().node("a").bootstrap().start();
                Daemon daemon = Daemon.start(mesh, HttpSettings.DEFAULT.address("127.0.0.1", 0), List.of())) {
            PermitPool docks = mesh.pool("docks", PoolConfig.permits(1));
            String api = daemon.uri().toString();
            assertThat(meshlock("members", "docks", "--api", api).out)
                    .matches("voter +number +state\\na +1 +in reach\\n"
                            + "1 of 1 voter must be in reach for pool 'docks' to grant\\n");
            assertThat(meshlock("members", "docks", "--remove", "b", "--api", api))
                    .isEqualTo(new Outcome(2, "", "--remove: 'b' does not vote; expected one of a\n"));
            FutureTask<Outcome> events = new FutureTask<>(
                    () -> meshlock("events", "--pool", "docks", "--type", "granted", "--count", "1", "--api", api));
            new Thread(events).start();
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
                docks.acquire().close(); // until the stream is open
                return events.isDone();
            });
            assertThat(events.get().out).containsPattern("^20\\S+Z granted pool=docks permits=1 slots=\\[1\\]");
            assertThat(events.get().code).isZero();
        }
    }

    /** Wherever the token is: {@code -w 0s} asks the mesh, as {@code flock -n} asks the machine. */
    @Test
    void nowOrNotAtAllAsksTheMeshOnce() throws Exception {
        InProcessNetwork network = new InProcessNetwork();
        network.connect(1, 2);
        try (Meshlock a = Meshlock.builder()
                        .inProcess(network, 1, "a")
                        .bootstrap()
                        .ephemeral()
                        .start();
                Meshlock b = Meshlock.builder().inProcess(network, 2, "b").start();
                Daemon first = Daemon.start(a, HttpSettings.DEFAULT.address("127.0.0.1", 0), List.of());
                Daemon second = Daemon.start(b, HttpSettings.DEFAULT.address("127.0.0.1", 0), List.of())) {
            for (Meshlock node : List.of(a, b)) {
                node.pool("docks", PoolConfig.permits(1))
                        .tryAcquire(1, Duration.ofSeconds(60))
                        .orElseThrow()
                        .close();
            }
            for (Daemon daemon : List.of(first, second, first, second)) {
                assertThat(now(daemon)).isEqualTo(new Outcome(4, "", ""));
            }
            try (Grant held = a.pool("docks").acquire()) {
                assertThat(held.isValid()).isTrue();
                for (Daemon daemon : List.of(first, second)) {
                    assertThat(now(daemon).code).isEqualTo(9);
                }
            }
        } finally {
            network.close();
        }
    }

    private static Outcome now(Daemon daemon) {
        String api = daemon.uri().toString();
        return meshlock("run", "docks", "-w", "0s", "-E", "9", "--api", api, "--", "sh", "-c", "exit 4");
    }

    /** A wait goes to another node when its own goes away, and ends when its time is over. */
    @Test
    void aWaitMovesToAnotherNode() throws Exception {
        InProcessNetwork network = new InProcessNetwork();
        network.connect(1, 2);
        try (Meshlock a = Meshlock.builder()
                        .inProcess(network, 1, "a")
                        .bootstrap()
                        .ephemeral()
                        .start();
                Meshlock b = Meshlock.builder().inProcess(network, 2, "b").start();
                Daemon stays = Daemon.start(a, HttpSettings.DEFAULT.address("127.0.0.1", 0), List.of())) {
            Daemon goes = Daemon.start(b, HttpSettings.DEFAULT.address("127.0.0.1", 0), List.of());
            a.pool("docks", PoolConfig.permits(1));
            b.pool("docks", PoolConfig.permits(1));
            Grant held = a.pool("docks").acquire();
            FutureTask<Outcome> run = new FutureTask<>(() ->
                    meshlock("run", "docks", "--api", goes.uri() + "," + stays.uri(), "--", "sh", "-c", "exit 4"));
            new Thread(run).start();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> b.pool("docks").queueLength() == 1);
            goes.close();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> a.pool("docks").queueLength() == 1);
            held.close();
            assertThat(run.get(60, TimeUnit.SECONDS)).isEqualTo(new Outcome(4, "", ""));
        } finally {
            network.close();
        }
    }

    @Test
    void completionKnowsTheCommandsAndIsGoodBash() throws Exception {
        String script = meshlock("completion").out;
        assertThat(script)
                .contains("complete -F _complete_meshlock")
                .contains("drain")
                .contains("--priority")
                .contains("LEVEL_option_args=(\"error\" \"warn\" \"info\" \"debug\" \"trace\") # --log values")
                .contains("POLICY_option_args=(\"priority\" \"deadline\" \"smallest-first\" \"fifo\") # --policy")
                .containsPattern("ALGORITHM_option_args=\\(\"prioritized\" ")
                .containsPattern("METRIC_option_args=\\(.*\"waitMean\"");
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
