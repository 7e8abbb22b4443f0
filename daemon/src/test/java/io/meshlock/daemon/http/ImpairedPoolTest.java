package io.meshlock.daemon.http;

import static io.meshlock.daemon.Timeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.Meshlock;
import io.meshlock.PoolConfig;
import io.meshlock.daemon.Daemon;
import io.meshlock.daemon.client.DaemonClient;
import io.meshlock.daemon.run.DaemonSource;
import io.meshlock.daemon.run.RunRequest;
import io.meshlock.daemon.run.Runner;
import io.meshlock.spi.InProcessNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

@DisplayName("A pool that grants nothing, over HTTP")
class ImpairedPoolTest {

    private static final String SENTENCE = "pool 'docks' was asked for with " + PoolConfig.permits(3)
            + ", but node 'right' has it with " + PoolConfig.permits(2);

    private final InProcessNetwork network = new InProcessNetwork();
    private final Meshlock right = Meshlock.builder()
            .inProcess(network, 1, "right")
            .bootstrap()
            .ephemeral()
            .start();
    private final Meshlock wrong =
            Meshlock.builder().inProcess(network, 2, "wrong").start();
    private final Daemon daemon = Daemon.start(wrong, ApiClient.SETTINGS, List.of());
    private final DaemonClient client = new DaemonClient(daemon.uri(), null);

    @BeforeEach
    void disagree() {
        right.pool("docks", PoolConfig.permits(2));
        wrong.pool("docks", PoolConfig.permits(3));
    }

    @AfterEach
    void close() {
        daemon.close();
        wrong.close();
        right.close();
        network.close();
    }

    @Test
    void saysWhyWhereverOneLooks() throws InterruptedException {
        assertThat(client.get("/api/v1/health").get("problems").get(0).asString())
                .startsWith("pool 'docks' waits: this node has not heard of a node that bootstrapped it");
        network.connect(1, 2);
        await().untilAsserted(() -> {
            JsonNode health = client.get("/api/v1/health");
            assertThat(health.get("status").asString()).isEqualTo("impaired");
            assertThat(health.get("problems").get(0).asString()).isEqualTo(SENTENCE);
        });
        assertThat(client.get("/api/v1/pools/docks").get("problem").asString()).isEqualTo(SENTENCE);
        JsonNode request = client.post("/api/v1/pools/docks/requests", Map.of());
        assertThat(request.get("state").asString()).isEqualTo("failed");
        assertThat(request.get("reason").asString()).isEqualTo(SENTENCE);
    }

    /** With {@code -E 0}, a wrong setting must not look like a pool that is busy. */
    @Test
    void isNotBusyForRun() {
        network.connect(1, 2);
        List<String> complaints = new ArrayList<>();
        RunRequest request = new RunRequest("docks", 1, 0, null, Duration.ofSeconds(60), null);
        Runner runner = new Runner(List.of("true"), Duration.ofSeconds(1), complaints::add);
        assertThat(runner.run(new DaemonSource(client), request, 0)).isEqualTo(Runner.REFUSED);
        assertThat(complaints).hasSize(1).first().asString().contains(SENTENCE);
    }
}
