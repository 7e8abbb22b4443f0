package io.meshlock.testbed.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.daemon.client.ApiAddress;
import io.meshlock.daemon.client.DaemonClient;
import io.meshlock.testbed.Timeouts;
import io.meshlock.testbed.process.ConformanceDriver.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code conformance/calls.json}: what every client does, whatever language it is in, against one real node. */
@DisplayName("Conformance")
class ConformanceTest {

    private static final Path CASES = Path.of("..", "conformance", "calls.json");

    @TempDir
    private static Path folder;

    private static RunningNode node;
    private static DaemonClient watcher;

    private static String api() {
        return "unix:" + folder.resolve("api.sock");
    }

    @BeforeAll
    static void start() {
        String socket = folder.resolve("api.sock").toString();
        node = RunningNode.start(
                folder, "--name", "a", "--bootstrap", "--socket", socket, "--pool", "docks=3", "--pool", "lane=1");
        watcher = DaemonClient.of(ApiAddress.parse(api()));
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    static Stream<Arguments> cases() throws IOException {
        List<Arguments> cases = new ArrayList<>();
        JsonNode all = JsonMapper.shared().readTree(Files.readString(CASES)).get("cases");
        for (String client : List.of("python", "java", "curl")) {
            all.forEach(each -> cases.add(Arguments.of(client, each.get("name").asString(), each.get("steps"))));
        }
        return cases.stream();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("cases")
    void holds(String client, String name, JsonNode steps) throws Exception {
        try (ConformanceDriver driver = driver(client)) {
            for (JsonNode step : steps) {
                take(driver, step);
            }
        } finally {
            node.program().signal("CONT");
        }
        awaitCount("heldHere", "lane", 0);
        awaitCount("waitingHere", "lane", 0);
    }

    private static ConformanceDriver driver(String client) throws IOException {
        return switch (client) {
            case "python" -> new PythonDriver(api());
            case "java" -> new JavaDriver(api());
            default -> new CurlDriver(api());
        };
    }

    private static void take(ConformanceDriver driver, JsonNode step) throws Exception {
        switch (step.propertyNames().iterator().next()) {
            case "ask" -> driver.ask(step.get("ask").asString(), step);
            case "granted" -> granted(driver, step);
            case "refused" -> {
                Outcome refused = await(driver, step.get("refused").asString(), "refused");
                assertThat(refused.reason()).contains(step.get("reason").asString());
            }
            case "release" -> driver.release(step.get("release").asString());
            case "held" -> counted("heldHere", step.get("held"));
            case "waiting" -> counted("waitingHere", step.get("waiting"));
            case "pass" -> pass(step.get("pass").asDouble());
            case "stop" -> node.program().signal("STOP");
            case "continue" -> node.program().signal("CONT");
            case "lost" -> {
                Duration within =
                        Duration.ofMillis(Math.round(step.get("within").asDouble() * 1_000));
                String name = step.get("lost").asString();
                Awaitility.await()
                        .atMost(within)
                        .until(() -> driver.outcome(name).state().equals("lost"));
            }
            default -> throw new IllegalArgumentException("unknown step " + step);
        }
    }

    private static void granted(ConformanceDriver driver, JsonNode step) {
        Outcome granted = await(driver, step.get("granted").asString(), "granted");
        if (step.has("slots")) {
            assertThat(JsonMapper.shared().writeValueAsString(granted.slots()))
                    .isEqualTo(step.get("slots").toString());
        }
        if (step.has("permits")) {
            assertThat(granted.slots()).hasSize(step.get("permits").asInt());
        }
        if (step.has("fencingAfter")) {
            try {
                assertThat(granted.fencing())
                        .isGreaterThan(driver.outcome(step.get("fencingAfter").asString())
                                .fencing());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static Outcome await(ConformanceDriver driver, String name, String state) {
        Outcome[] last = new Outcome[1];
        Timeouts.await().until(() -> {
            last[0] = driver.outcome(name);
            assertThat(last[0].state()).as("%s: %s", name, last[0]).isIn("waiting", state);
            return last[0].state().equals(state);
        });
        return last[0];
    }

    private static void counted(String key, JsonNode expected) {
        expected.properties()
                .forEach(entry ->
                        awaitCount(key, entry.getKey(), entry.getValue().asInt()));
    }

    private static void awaitCount(String key, String pool, int count) {
        Timeouts.await()
                .until(() -> watcher.get("/api/v1/pools/" + pool).get(key).asInt() == count);
    }

    /** Real clocks are the subject: leases of a real node go on meanwhile. */
    private static void pass(double seconds) throws InterruptedException {
        assertThat(new CountDownLatch(1).await(Math.round(seconds * 1_000), TimeUnit.MILLISECONDS))
                .isFalse();
    }
}
