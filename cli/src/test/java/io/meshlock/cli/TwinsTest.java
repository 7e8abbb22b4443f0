package io.meshlock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.meshlock.Meshlock;
import io.meshlock.MeshlockBuilder;
import io.meshlock.daemon.Daemon;
import io.meshlock.daemon.client.DaemonClient;
import io.meshlock.daemon.http.HttpSettings;
import io.meshlock.keys.MeshAuthority;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What the log of their neighbour says of nodes that cannot be told apart. */
@DisplayName("Twins are named")
class TwinsTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.meshlock");
    private final Logger links = (Logger) LoggerFactory.getLogger("io.meshlock.link");
    private final @Nullable Level before = links.getLevel();

    /** The demo has the loggers of links say less, for as long as its process lasts. */
    @BeforeEach
    void listen() {
        logger.setLevel(Level.WARN);
        links.setLevel(Level.WARN);
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void close() {
        logger.detachAppender(log);
        logger.setLevel(null);
        links.setLevel(before);
    }

    private void awaitLogged(String words) {
        await().atMost(LONG)
                .until(() -> List.copyOf(log.list).stream()
                        .anyMatch(line -> line.getFormattedMessage().contains(words)));
    }

    @Test
    void ifTwoProcessesHaveTheKeysOfOneNode() throws InterruptedException {
        MeshAuthority authority = MeshAuthority.init(folder.resolve("keys"), "harbour", InstantSource.system());
        Path keys = authority.issue("n1", Duration.ofDays(1), false).folder();
        Path others = authority.issue("n2", Duration.ofDays(1), false).folder();
        try (Meshlock neighbour = Meshlock.builder()
                        .keys(others)
                        .listen("127.0.0.1:0")
                        .ephemeral()
                        .start();
                Meshlock first = twin(keys, neighbour);
                Meshlock second = twin(keys, neighbour)) {
            assertThat(first.number()).isEqualTo(second.number());
            awaitLogged("two processes are node n1(1), one at ");
            assertThat(problem(neighbour)).contains("two processes are node n1(1), one at ");
        }
    }

    /** A chain of four, with one and the same node at both ends: no neighbour hears of two processes. */
    @Test
    void alsoIfTheyHaveNoNeighbourInCommon() throws InterruptedException {
        try (Meshlock left = insecure(2).listen("127.0.0.1:0").start();
                Meshlock right = dialling(3, left).listen("127.0.0.1:0").start();
                Meshlock one = dialling(5, left).start();
                Meshlock other = startLater(dialling(5, right))) {
            awaitLogged("others heard more from node n5(5) than this process has said");
            await().atMost(LONG)
                    .until(() -> !one.problems().isEmpty() && !other.problems().isEmpty());
            assertThat(problem(one)).contains("another process is this node, too");
            assertThat(problem(other)).contains("another process is this node, too");
            assertThat(left.problems()).isEmpty();
            assertThat(right.problems()).isEmpty();
            assertThat(List.copyOf(log.list).stream()
                            .filter(line -> line.getFormattedMessage().startsWith("others heard more from node")))
                    .as("once per process")
                    .hasSize(2);
        }
    }

    private static MeshlockBuilder insecure(int number) {
        return Meshlock.builder().node("n" + number).insecure(number).ephemeral();
    }

    private static MeshlockBuilder dialling(int number, Meshlock other) {
        return insecure(number).peer("127.0.0.1:" + other.listenPort().orElseThrow());
    }

    /** What somebody hears who listens to the node's events. */
    private static String problem(Meshlock mesh) throws InterruptedException {
        AtomicReference<String> told = new AtomicReference<>("");
        try (Daemon daemon = Daemon.start(mesh, HttpSettings.DEFAULT.address("127.0.0.1", 0), List.of())) {
            new DaemonClient(daemon.uri(), daemon.token()).follow("/api/v1/events", (what, data) -> {
                told.set(what.equals("problem") ? data : "");
                return told.get().isEmpty();
            });
        }
        return told.get();
    }

    private static Meshlock twin(Path keys, Meshlock neighbour) {
        return startLater(Meshlock.builder()
                .keys(keys)
                .peer("127.0.0.1:" + neighbour.listenPort().orElseThrow())
                .ephemeral());
    }

    /** Twins that start in the same millisecond are one incarnation to others; people are slower. */
    private static Meshlock startLater(MeshlockBuilder builder) {
        long now = InstantSource.system().millis();
        await().until(() -> InstantSource.system().millis() > now);
        return builder.start();
    }

    @Test
    void ifTwoNodesHaveTheSameName() {
        try (Meshlock one = Meshlock.builder()
                        .node("a")
                        .insecure(1)
                        .listen("127.0.0.1:0")
                        .ephemeral()
                        .start();
                Meshlock four = Meshlock.builder()
                        .node("a")
                        .insecure(4)
                        .peer("127.0.0.1:" + one.listenPort().orElseThrow())
                        .ephemeral()
                        .start()) {
            assertThat(four.node()).isEqualTo(one.node());
            awaitLogged("nodes 1 and 4 are called 'a'; give each a name of its own");
        }
    }
}
