package io.meshlock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.meshlock.Meshlock;
import io.meshlock.PoolConfig;
import io.meshlock.daemon.Daemon;
import io.meshlock.daemon.client.DaemonClient;
import io.meshlock.daemon.client.DaemonException;
import io.meshlock.daemon.http.HttpSettings;
import io.meshlock.keys.MeshAuthority;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What an operator reads there: what needs a hand, and nothing about clients that behave badly. */
@DisplayName("A node's log")
class NodeLogTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.meshlock");
    private final Logger links = (Logger) LoggerFactory.getLogger("io.meshlock.link");
    private final Level before = links.getLevel();

    /** The demo has the loggers of links say less, for as long as its process lasts. */
    @BeforeEach
    void listen() {
        logger.setLevel(Level.INFO);
        links.setLevel(Level.WARN);
        log.start();
        root.addAppender(log);
    }

    @AfterEach
    void close() {
        root.detachAppender(log);
        logger.setLevel(null);
        links.setLevel(before);
    }

    private List<String> lines(Level least) {
        return List.copyOf(log.list).stream()
                .filter(line -> line.getLevel().isGreaterOrEqual(least))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Test
    void saysThatTheNodesCertificateEndsSoon() {
        Instant then = Instant.now().minus(Duration.ofDays(15));
        MeshAuthority authority = MeshAuthority.init(folder.resolve("keys"), "harbour", InstantSource.fixed(then));
        Path keys = authority.issue("n1", Duration.ofDays(20), false).folder();
        try (Meshlock mesh =
                Meshlock.builder().keys(keys).listen("127.0.0.1:0").ephemeral().start()) {
            await(mesh.node())
                    .atMost(LONG)
                    .until(() -> lines(Level.WARN).stream()
                            .anyMatch(line -> line.startsWith("the certificate of n1 ends in ")
                                    && line.endsWith("'./meshlock keys issue n1 --renew' makes a new one")));
        }
    }

    /** Bodies that are nested or broken, and clients that go away in the middle of one, in good order or not. */
    @Test
    void saysNothingOfBadCalls() throws Exception {
        try (Meshlock mesh = Meshlock.builder().node("a").bootstrap().start();
                Daemon daemon = Daemon.start(mesh, HttpSettings.DEFAULT.address("127.0.0.1", 0), List.of())) {
            mesh.pool("docks", PoolConfig.permits(1));
            for (String body : List.of("[".repeat(8_000), "{", "{\"permits\": one}")) {
                assertThat(call(daemon, body.length(), body, false)).startsWith("HTTP/1.1 400 ");
            }
            assertThat(call(daemon, 100, "{", false)).startsWith("HTTP/1.1 400 ");
            for (int i = 0; i < 20; i++) {
                assertThat(call(daemon, 100, "{", true)).isEmpty();
            }
            DaemonClient client = new DaemonClient(daemon.uri(), daemon.token());
            assertThat(client.post("/api/v1/pools/docks/requests", Map.of("permits", 1))
                            .get("state")
                            .asString())
                    .isEqualTo("granted");
            await().atMost(LONG).during(Duration.ofMillis(300)).until(() -> isWell(client));
        }
        assertThat(lines(Level.ERROR)).isEmpty();
        assertThat(lines(Level.INFO)).as("it was listened to").isNotEmpty();
    }

    private static boolean isWell(DaemonClient client) throws InterruptedException, DaemonException {
        return client.get("/api/v1/health").get("status").asString().equals("up");
    }

    /** Sends a body that may be shorter than it says; returns the answer, unless the client goes away without a word. */
    private static String call(Daemon daemon, int length, String body, boolean resets) throws IOException {
        URI uri = daemon.uri();
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.getOutputStream()
                    .write(("POST /api/v1/pools/docks/requests HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                                    + "Content-Type: application/json\r\nAuthorization: Bearer " + daemon.token()
                                    + "\r\nContent-Length: " + length + "\r\n\r\n" + body)
                            .getBytes(StandardCharsets.US_ASCII));
            if (resets) {
                socket.setSoLinger(true, 0);
                return "";
            }
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
