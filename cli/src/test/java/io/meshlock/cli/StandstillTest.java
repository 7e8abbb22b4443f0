package io.meshlock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.meshlock.Grant;
import io.meshlock.Meshlock;
import io.meshlock.MeshlockBuilder;
import io.meshlock.PermitPool;
import io.meshlock.PoolConfig;
import io.meshlock.PoolStatus;
import io.meshlock.Recovery;
import io.meshlock.Request;
import io.meshlock.daemon.Daemon;
import io.meshlock.daemon.client.DaemonClient;
import io.meshlock.daemon.http.HttpSettings;
import io.meshlock.daemon.page.LiveFeed;
import io.meshlock.daemon.page.Page;
import io.meshlock.keys.MeshAuthority;
import io.meshlock.spi.InProcessNetwork;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every way in which a pool can stand still, and every place where an operator looks: all say the same sentence. */
@DisplayName("A pool that stands still says why")
class StandstillTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final PoolConfig DOCKS = PoolConfig.permits(2)
            .recovery(Recovery.MAJORITY.beacon(Duration.ofMillis(20)).electionTimeout(Duration.ofMillis(300)))
            .lease(Duration.ofMillis(400));

    @TempDir
    private Path folder;

    private final InProcessNetwork network = new InProcessNetwork();
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.meshlock");

    @BeforeEach
    void listen() {
        logger.setLevel(Level.INFO);
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void close() throws Exception {
        logger.detachAppender(log);
        logger.setLevel(null);
        for (AutoCloseable each : open) {
            each.close();
        }
        network.close();
    }

    private <T extends AutoCloseable> T later(T resource) {
        open.push(resource);
        return resource;
    }

    private MeshlockBuilder node(int number) {
        return Meshlock.builder().inProcess(network, number, "n" + number).state(folder.resolve("n" + number));
    }

    /** Three nodes in a ring, all of which vote. */
    private List<Meshlock> three(PoolConfig config) throws InterruptedException {
        List<Meshlock> nodes =
                List.of(later(node(1).bootstrap().start()), later(node(2).start()), later(node(3).start()));
        network.connect(1, 2);
        network.connect(2, 3);
        network.connect(3, 1);
        for (Meshlock node : nodes) {
            PermitPool docks = node.pool("docks", config);
            docks.tryAcquire(1, LONG).orElseThrow().close();
        }
        PermitPool first = nodes.get(0).pool("docks");
        await().atMost(LONG).until(() -> {
            first.tryAcquire(1, LONG).ifPresent(Grant::close);
            return first.status().map(PoolStatus::voters).orElseThrow().size() == 3;
        });
        return nodes;
    }

    // ---- the ways ---------------------------------------------------------------------------------------------------

    @Test
    void becauseTooFewVotersAreThere() throws Exception {
        List<Meshlock> nodes = three(DOCKS);
        network.cut(1, 2);
        network.cut(3, 1);
        Places partition = new Places(nodes.get(0));
        partition.say(
                "pool 'docks' grants nothing: 1 of 3 voters in reach (missing n2 for ",
                "; this node has no link to any other; it goes on when one of them is back, or by"
                        + " './meshlock recover docks'");
        assertThat(nodes.get(1).pool("docks").tryAcquire(1, LONG))
                .as("the majority goes on")
                .isPresent();
        assertThat(nodes.get(1).pool("docks").problem()).isEmpty();
        network.connect(1, 2);
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(partition.health().toString()).contains("\"status\":\"up\""));
        await().atMost(LONG).until(() -> logged("pool 'docks' grants again"));
        nodes.get(2).close();
        assertThat(nodes.get(0).pool("docks").problem()).as("two of three").isEmpty();
    }

    @Test
    void isSaidBeforeItHappens() throws Exception {
        List<Meshlock> nodes = three(DOCKS);
        network.cut(1, 3);
        network.cut(2, 3);
        await().atMost(LONG).until(() -> {
            nodes.forEach(node -> node.pool("docks").problem()); // whoever looks hides nothing from the log
            return logged("pool 'docks' stops if one more voter is lost: 2 of 3 voters in reach (missing n3 for");
        });
        assertThat(nodes.get(0).pool("docks").problem()).as("it still grants").isEmpty();
        network.connect(1, 3);
        await().atMost(LONG).until(() -> logged("pool 'docks' can lose a voter again"));
    }

    @Test
    void becauseItWasAskedForWithOtherSettings() throws Exception {
        later(node(1).bootstrap().start()).pool("docks", DOCKS);
        Meshlock wrong = later(node(2).start());
        wrong.pool("docks", DOCKS.policy(io.meshlock.Policy.FIFO));
        network.connect(1, 2);
        Places places = new Places(wrong);
        places.refuse("pool 'docks' was asked for with ", ", but node 'n1' has it with ");
    }

    /** Two nodes began it, each by itself, before they met: the younger one gives way. */
    @Test
    void becauseItWasBootstrappedTwice() throws Exception {
        Meshlock older = later(node(1).bootstrap().start());
        older.pool("docks", DOCKS).tryAcquire(1, LONG).orElseThrow().close();
        long moment = System.currentTimeMillis() / 125; // ages of instances are told apart by eighths of a second
        await().until(() -> System.currentTimeMillis() / 125 > moment);
        Meshlock younger = later(node(2).bootstrap().start());
        younger.pool("docks", DOCKS).tryAcquire(1, LONG).orElseThrow().close();
        network.connect(1, 2);
        new Places(younger)
                .refuse("pool 'docks' was bootstrapped twice; ", "Restart this node to take part in the older");
        assertThat(older.pool("docks").problem()).as("it goes on").isEmpty();
    }

    /** The voters are there, but the node with the token is not, and only an operator makes another. */
    @Test
    void becauseItsTokenIsGone() throws Exception {
        List<Meshlock> nodes = three(DOCKS.recovery(
                Recovery.OPERATOR.beacon(Duration.ofMillis(20)).electionTimeout(Duration.ofMillis(300))));
        AtomicInteger holder = new AtomicInteger();
        await().atMost(LONG).until(() -> {
            for (int number = 1; number <= nodes.size(); number++) {
                holder.compareAndSet(0, hasToken(nodes.get(number - 1)) ? number : 0);
            }
            return holder.get() > 0;
        });
        int gone = holder.get();
        int left = gone % 3 + 1;
        network.cut(gone, left);
        network.cut(gone, left % 3 + 1);
        CompletableFuture<Grant> waiting = nodes.get(left - 1).pool("docks").acquireAsync(Request.ONE);
        new Places(nodes.get(left - 1))
                .say("pool 'docks' has no token in reach; './meshlock recover docks' makes a new one");
        assertThat(waiting).isNotDone();
        waiting.cancel(false);
    }

    private static boolean hasToken(Meshlock node) {
        return node.pool("docks").status().map(PoolStatus::token).orElse(false);
    }

    @Test
    void becauseItsDiskIsFull() throws Exception {
        Meshlock one = later(node(1).bootstrap().start());
        PermitPool docks = one.pool("docks", DOCKS);
        docks.tryAcquire(2, LONG).orElseThrow().close();
        Path pools = folder.resolve("n1/pools");
        try (Stream<Path> files = Files.list(pools)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(pools); // as good as full: nothing more can be written
        network.connect(1, 2);
        network.connect(1, 3);
        later(node(2).start()).pool("docks", DOCKS);
        later(node(3).start()).pool("docks", DOCKS); // three nodes vote, which has to be written
        await().atMost(LONG).until(() -> {
            var unused = docks.acquireAsync(Request.ONE).thenAccept(Grant::close); // an idle pool looks for no voters
            return docks.problem().isPresent();
        });
        new Places(one)
                .refuse(
                        "pool 'docks' stopped working at this node: cannot keep a promise in ",
                        "; make room on the disk or mend it, and the pool goes on by itself");
    }

    @Test
    void becauseNobodyHasBootstrappedIt() throws Exception {
        Meshlock early = later(node(1).start());
        early.pool("docks", DOCKS);
        Places places = new Places(early);
        places.say(
                "pool 'docks' waits: this node has not heard of a node that bootstrapped it",
                "; one node of a mesh is started with --bootstrap, or its first voters are named");
        places.hear("pool 'docks' waits: ");
    }

    @Test
    void becauseItsFirstVotersAreNotThereYetOrACertificateHasExpired() throws Exception {
        MeshAuthority authority = MeshAuthority.init(folder.resolve("keys"), "harbour", InstantSource.system());
        authority.issue("n1", Duration.ofDays(1), false);
        authority.issue("n2", Duration.ofDays(1), false);
        authority.issue("n3", Duration.ofDays(1), false);
        authority.nameVoters(List.of("n1", "n2", "n3"));
        Path keys = authority.issue("n1", Duration.ofSeconds(5), true).folder();
        Meshlock one = later(Meshlock.builder()
                .keys(keys)
                .listen("127.0.0.1:0")
                .state(folder.resolve("n1"))
                .start());
        one.pool("docks", DOCKS);
        assertThat(one.pool("docks").problem().orElseThrow())
                .startsWith("pool 'docks' waits for a majority of its first voters: 1 of 3 voters in reach (missing"
                        + " node 2 for ")
                .endsWith("; it begins when one of them is there");
        await().atMost(LONG)
                .until(() -> one.pool("docks").problem().orElseThrow().contains("expired"));
        new Places(one)
                .say(
                        "pool 'docks' waits for a majority of its first voters: 1 of 3 voters in reach (missing node 2",
                        "; the certificate of this node expired on ");
    }

    // ---- the places -------------------------------------------------------------------------------------------------

    private boolean logged(String words) {
        return List.copyOf(log.list).stream()
                .anyMatch(line -> line.getFormattedMessage().contains(words));
    }

    private record Outcome(int code, String out, String err) {}

    private static Outcome meshlock(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(new PrintWriter(out), new PrintWriter(err), args);
        return new Outcome(code, out.toString(), err.toString());
    }

    /** Where an operator looks. */
    private final class Places {

        private final Daemon daemon;
        private final DaemonClient client;
        private final String node;

        Places(Meshlock mesh) {
            LiveFeed feed = later(LiveFeed.open(mesh.node()));
            feed.followMap(mesh);
            daemon = later(Daemon.start(mesh, HttpSettings.DEFAULT.address("127.0.0.1", 0), List.of(Page.of(feed))));
            client = new DaemonClient(daemon.uri(), daemon.token());
            node = mesh.node();
        }

        JsonNode health() throws InterruptedException {
            return client.get("/api/v1/health");
        }

        /** Requests wait. */
        void say(String... parts) throws Exception {
            awaitImpaired(parts);
            FutureTask<Outcome> run =
                    new FutureTask<>(() -> command("run", "docks", "-w", "4s", "-E", "75", "--", "true"));
            new Thread(run).start(); // it waits for some seconds before it says anything
            look(parts);
            Outcome busy = run.get();
            assertThat(busy.code).isEqualTo(75);
            assertThat(busy.err.lines())
                    .hasSize(2)
                    .allSatisfy(line -> assertThat(line).contains(parts))
                    .first()
                    .asString()
                    .startsWith("meshlock run: pool 'docks' ");
        }

        /** Requests fail at once. */
        void refuse(String... parts) throws Exception {
            awaitImpaired(parts);
            look(parts);
            Outcome refused = command("run", "docks", "-E", "0", "--", "true");
            assertThat(refused.code).isEqualTo(78);
            assertThat(refused.err).contains(parts);
        }

        private void awaitImpaired(String... parts) {
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(health().toString())
                            .contains("\"status\":\"impaired\"")
                            .contains(parts));
        }

        private void look(String... parts) throws Exception {
            for (String place : List.of("status", "pools", "members")) {
                if (!place.equals("members") || isRecovering()) {
                    assertThat(command(place.equals("members") ? List.of(place, "docks") : List.of(place)).out)
                            .contains("problem: ")
                            .contains(parts);
                }
            }
            assertThat(command("watch", "--count", "1").out).contains(parts);
            hear(parts);
            assertThat(client.get("/api/v1/pools/docks").get("problem").asString())
                    .contains(parts);
            assertThat(read("/metrics")).contains("meshlock_pool_problem{node=\"" + node + "\",pool=\"docks\"} 1.0");
            assertThat(page()).contains(parts);
            await().atMost(LONG).until(() -> logged(parts[0]));
        }

        /** Whoever comes to listen hears of it, not only those who were there when it began. */
        void hear(String... parts) {
            assertThat(command("events", "--pool", "docks", "--type", "problem", "--count", "1").out)
                    .contains(parts);
        }

        private boolean isRecovering() throws InterruptedException {
            return client.get("/api/v1/pools/docks").has("status");
        }

        private String read(String path) throws IOException {
            return new String(daemon.uri().resolve(path).toURL().openStream().readAllBytes(), StandardCharsets.UTF_8);
        }

        /** The banner of the page, as its feed tells it. */
        private String page() throws IOException {
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                    daemon.uri().resolve("/feed/live").toURL().openStream(), StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (line.startsWith("data: ")) {
                        JsonNode problems =
                                JsonMapper.shared().readTree(line.substring(6)).get("problems");
                        if (!problems.isEmpty()) {
                            return problems.get(0).asString();
                        }
                    }
                }
            }
            return "";
        }

        private Outcome command(String... words) {
            return command(List.of(words));
        }

        /** Flags go before what {@code run} runs. */
        private Outcome command(List<String> words) {
            List<String> all = new java.util.ArrayList<>(words);
            int end = all.contains("--") ? all.indexOf("--") : all.size();
            all.addAll(end, List.of("--api", daemon.uri().toString()));
            return meshlock(all.toArray(String[]::new));
        }
    }
}
