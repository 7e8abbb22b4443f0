package io.meshlock.daemon.http;

import static io.meshlock.daemon.Timeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.Meshlock;
import io.meshlock.PoolConfig;
import io.meshlock.Recovery;
import io.meshlock.daemon.Daemon;
import io.meshlock.daemon.client.DaemonClient;
import io.meshlock.daemon.http.ApiClient.Answer;
import io.meshlock.spi.InProcessNetwork;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

@DisplayName("A pool that is resized over HTTP")
class ResizeTest {

    private static final String RESIZE = "/api/v1/pools/docks/resize";

    private static int permits(ApiClient client) {
        return client.get("/api/v1/pools/docks").json().get("permits").asInt();
    }

    private static void resize(ApiClient client, int permits) {
        Answer answer = client.post(RESIZE, "{\"permits\": " + permits + "}");
        assertThat(answer.status()).as(answer.response().body()).isBetween(200, 202);
        await().until(() -> !client.get("/api/v1/pools/docks").json().has("wantedPermits"));
        assertThat(permits(client)).isEqualTo(permits);
    }

    @Test
    void growsAndServesWhoWaits() {
        try (ApiClient client = new ApiClient(2, ApiClient.SETTINGS)) {
            client.ask("{\"permits\": 2}");
            Answer waiting = client.ask("{\"permits\": 2}");
            assertThat(waiting.state()).isEqualTo("waiting");
            resize(client, 5);
            assertThat(client.get("/api/v1/requests/" + waiting.id() + "?wait=10s")
                            .state())
                    .isEqualTo("granted");
            assertThat(client.heldPermits()).isEqualTo(4);
            assertThat(client.ask("{\"permits\": 5}").status()).isEqualTo(201);
        }
    }

    @Test
    void shrinksAsGrantsComeBack() {
        try (ApiClient client = new ApiClient(5, ApiClient.SETTINGS)) {
            Answer two = client.ask("{\"permits\": 2}");
            Answer three = client.ask("{\"permits\": 3}");
            Answer tooLarge = client.ask("{\"permits\": 4}");
            Answer waiting = client.ask("{}");
            resize(client, 2);
            assertThat(client.heldPermits()).as("no holder loses its permits").isEqualTo(5);
            assertThat(client.post("/api/v1/requests/" + three.id() + "/renew", "")
                            .status())
                    .isEqualTo(200);
            await().until(() ->
                    client.get("/api/v1/requests/" + tooLarge.id()).state().equals("failed"));
            assertThat(client.ask("{\"permits\": 3}").status()).isEqualTo(422);

            client.delete("/api/v1/requests/" + three.id());
            assertThat(client.heldPermits()).isEqualTo(2);
            assertThat(client.get("/api/v1/requests/" + waiting.id() + "?wait=300ms")
                            .state())
                    .as("two are out, and there are two")
                    .isEqualTo("waiting");
            client.delete("/api/v1/requests/" + two.id());
            Answer granted = client.get("/api/v1/requests/" + waiting.id() + "?wait=10s");
            assertThat(granted.state()).isEqualTo("granted");
            assertThat(granted.json().get("slots").get(0).asInt()).isLessThanOrEqualTo(2);
        }
    }

    /** Whichever node is asked: both know afterwards, also when the token is elsewhere and permits are out at both. */
    @Test
    void isKnownToAllNodes() throws InterruptedException {
        try (InProcessNetwork network = new InProcessNetwork();
                Meshlock one = Meshlock.builder()
                        .inProcess(network, 1, "one")
                        .bootstrap()
                        .start();
                Meshlock two = Meshlock.builder().inProcess(network, 2, "two").start();
                Daemon first = Daemon.start(one, ApiClient.SETTINGS, List.of());
                Daemon second = Daemon.start(two, ApiClient.SETTINGS, List.of())) {
            network.connect(1, 2);
            one.pool("docks", PoolConfig.permits(4));
            two.pool("docks", PoolConfig.permits(4));
            DaemonClient atOne = new DaemonClient(first.uri(), first.token());
            DaemonClient atTwo = new DaemonClient(second.uri(), second.token());
            String ask = "/api/v1/pools/docks/requests?wait=10s";
            assertThat(atOne.post(ask, Map.of("permits", 1)).get("state").asString())
                    .isEqualTo("granted");
            assertThat(atTwo.post(ask, Map.of("permits", 3)).get("state").asString())
                    .isEqualTo("granted");
            atTwo.post(RESIZE, Map.of("permits", 2));
            await().until(() -> knows(atOne, 2) && knows(atTwo, 2));
            assertThat(pool(atOne).get("heldHere").asInt()).isEqualTo(1);
            assertThat(pool(atTwo).get("heldHere").asInt()).isEqualTo(3);
            assertThat(pool(atTwo).get("counts").get("losses").asInt()).isZero();
        }
    }

    private static JsonNode pool(DaemonClient client) throws InterruptedException {
        return client.get("/api/v1/pools/docks");
    }

    private static boolean knows(DaemonClient client, int permits) throws InterruptedException {
        JsonNode pool = pool(client);
        return pool.get("permits").asInt() == permits && !pool.has("wantedPermits");
    }

    /** A node that is cut off from the voters can change nothing; it reports the wanted size, and that it is not in force. */
    @Test
    void waitsForAMajority() throws InterruptedException {
        try (InProcessNetwork network = new InProcessNetwork();
                Meshlock one = Meshlock.builder()
                        .inProcess(network, 1, "one")
                        .bootstrap()
                        .start();
                Meshlock two = Meshlock.builder().inProcess(network, 2, "two").start();
                Daemon daemon = Daemon.start(two, ApiClient.SETTINGS, List.of())) {
            network.connect(1, 2);
            one.pool("docks", PoolConfig.permits(4));
            two.pool("docks", PoolConfig.permits(4)).acquire(1).close();
            DaemonClient client = new DaemonClient(daemon.uri(), daemon.token());
            await().until(() -> pool(client).at("/status/voters").size() == 1); // of two nodes, one votes
            network.cut(1, 2);
            JsonNode answer = client.post(RESIZE, Map.of("permits", 6));
            assertThat(answer.get("permits").asInt()).isEqualTo(4);
            assertThat(answer.get("wantedPermits").asInt()).isEqualTo(6);
            network.connect(1, 2);
            await().until(() -> knows(client, 6) && one.pool("docks").permits() == 6);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "docks | {}                   | 400 | permits: missing; expected a whole number, at least 1",
                "docks | {\"permits\": 0}     | 400 | permits: 0 is out of range; expected 1 to 1000000",
                "docks | {\"permits\": 1000001} | 400 | permits: 1000001 is out of range; expected 1 to 1000000",
                "docks | {\"permits\": 2147483647} | 400 | permits: 2147483647 is out of range; expected 1 to 1000000",
                "docks | {\"permits\": 2.5}   | 400 | permits: is 2.5; expected a whole number",
                "docks | {\"permits\": \"7\"} | 400 | permits: is the text '7'; expected a whole number",
                "docks | {\"size\": 7}        | 400 | 'size': is not known here; expected some of permits",
                "none  | {\"permits\": 7}     | 404 | pool 'none': is not known at this node",
                "ring  | {\"permits\": 7}     | 422 | pool 'ring' keeps its size: only pools of algorithm prioritized can be resized",
            })
    void saysWhatIsWrong(String pool, String body, int status, String detail) {
        try (ApiClient client = new ApiClient(5, ApiClient.SETTINGS)) {
            client.mesh.pool("ring", PoolConfig.permits(1).algorithm("rl").recovery(Recovery.OFF));
            Answer answer = client.post("/api/v1/pools/" + pool + "/resize", body);
            assertThat(answer.detail()).isEqualTo(detail);
            assertThat(answer.status()).isEqualTo(status);
            assertThat(permits(client)).isEqualTo(5);
        }
    }
}
