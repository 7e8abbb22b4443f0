package io.meshlock.daemon.http;

import static io.meshlock.daemon.Timeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.PoolConfig;
import io.meshlock.Recovery;
import io.meshlock.daemon.Timeouts;
import io.meshlock.daemon.http.ApiClient.Answer;
import io.meshlock.daemon.time.VirtualTime;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Streams of events")
class EventsTest {

    /** Reads a stream of lines until it ends, on a thread of its own. */
    private static List<String> follow(ApiClient client, String path) throws Exception {
        HttpResponse<Stream<String>> response =
                HttpClient.newHttpClient().send(client.request(path).build(), HttpResponse.BodyHandlers.ofLines());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream");
        List<String> lines = new CopyOnWriteArrayList<>();
        Thread reader = new Thread(() -> response.body().forEach(lines::add));
        reader.setDaemon(true);
        reader.start();
        return lines;
    }

    @Test
    void tellWhatHappensAtTheNode() throws Exception {
        try (ApiClient client = new ApiClient(1, ApiClient.SETTINGS)) {
            List<String> lines = follow(client, "/api/v1/events");
            Answer granted = client.ask("{}");
            client.delete("/api/v1/requests/" + granted.id());
            await().until(() -> lines.contains("event: granted")
                    && lines.contains("event: released")
                    && lines.contains("event: request-requested")
                    && lines.contains("event: request-released"));
            String fencing = granted.json().get("fencingToken").toString();
            assertThat(lines)
                    .contains(
                            "data: {\"pool\":\"docks\",\"permits\":1,\"fencingToken\":" + fencing + ",\"slots\":[1]}");
        }
    }

    @Test
    void followOneRequestToItsEnd() throws Exception {
        VirtualTime time = new VirtualTime();
        Duration beat = Duration.ofSeconds(2);
        try (ApiClient client = new ApiClient(1, ApiClient.SETTINGS, time)) {
            Answer holder = client.ask("{}");
            Answer waiting = client.ask("{\"lease\": \"6s\"}");
            List<String> lines = follow(client, "/api/v1/requests/" + waiting.id() + "/events");
            // Signs of life go both ways: the request outlives its lease.
            for (int i = 1; i <= 5; i++) {
                long signs = i;
                time.awaitSomebodyWaits(beat).advance(beat);
                await().until(() -> lines.stream().filter(":"::equals).count() == signs);
            }
            assertThat(client.get("/api/v1/requests/" + waiting.id()).state()).isEqualTo("waiting");
            client.delete("/api/v1/requests/" + holder.id());
            await().until(() -> lines.contains("event: granted"));
            time.advance(Duration.ofSeconds(6));
            await().until(() -> lines.contains("event: expired")); // nobody renewed it: a stream is no renewal
            assertThat(lines).startsWith("event: waiting");
            assertThat(client.heldPermits()).isZero();
        }
    }

    @Test
    void aClientThatGoesAwayIsNoticed() throws Exception {
        VirtualTime time = new VirtualTime();
        try (ApiClient client = new ApiClient(1, ApiClient.SETTINGS, time)) {
            client.ask("{}");
            Answer waiting = client.ask("{\"lease\": \"6s\"}");
            HttpResponse<InputStream> stream = HttpClient.newHttpClient()
                    .send(
                            client.request("/api/v1/requests/" + waiting.id() + "/events")
                                    .build(),
                            HttpResponse.BodyHandlers.ofInputStream());
            assertThat(stream.body().read()).isEqualTo('e');
            stream.body().close();
            await().until(() -> {
                time.advance(Duration.ofSeconds(2)); // one more sign of life, until one cannot be written
                return client.waiting() == 0;
            });
        }
    }

    /** An answer that is finished after its server has stopped would be tried again for ever. */
    @Test
    void endWithTheDaemon() throws Exception {
        try (ApiClient client = new ApiClient(1, ApiClient.SETTINGS)) {
            follow(client, "/api/v1/events");
        }
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("meshlock-events")));
    }

    @Test
    void areLimited() throws Exception {
        try (ApiClient client = new ApiClient(1, ApiClient.SETTINGS.maxStreams(1))) {
            follow(client, "/api/v1/events");
            Answer second = client.get("/api/v1/events");
            assertThat(second.status()).isEqualTo(503);
            assertThat(second.detail()).isEqualTo("events: 1 streams are open, which is the limit");
        }
    }

    @Test
    void slowListenersAreToldWhatTheyLost() throws Exception {
        EventHub hub = new EventHub(new VirtualTime());
        try (EventHub.Subscription slow = hub.subscribe()) {
            for (int i = 0; i < EventHub.BUFFER + 7; i++) {
                hub.publish("tick", Map::of);
            }
            for (int i = 0; i < EventHub.BUFFER; i++) {
                assertThat(slow.next(0)).isEqualTo(new EventHub.Event(i + 1, "tick", "{}"));
            }
            assertThat(slow.next(0).data()).isEqualTo("{\"events\":7}");
            assertThat(slow.next(0)).isNull();
            hub.publish("tick", Map::of);
            assertThat(slow.next(0).type()).isEqualTo("tick");
        }
    }

    @Test
    void theTokenIsFound() {
        try (ApiClient client = new ApiClient(1, ApiClient.SETTINGS)) {
            await().until(() ->
                    client.get("/api/v1/pools/docks/token").json().get("nodes").size() == 1);
            assertThat(client.get("/api/v1/pools/docks/token").json().toString())
                    .isEqualTo(
                            "{\"pool\":\"docks\",\"nodes\":[{\"node\":\"a\",\"number\":1,\"hops\":0,\"tokens\":1}]}");
        }
    }

    @Test
    void aPoolIsRecoveredOnlyIfConfirmed() {
        // Epochs come with beacons.
        PoolConfig quick = PoolConfig.permits(1)
                .recovery(Recovery.MAJORITY.beacon(Duration.ofMillis(100)).electionTimeout(Timeouts.LONG))
                .lease(Timeouts.LONG.multipliedBy(2));
        try (ApiClient client = new ApiClient(quick, ApiClient.SETTINGS, new VirtualTime())) {
            await().until(() -> !epoch(client).isEmpty());
            String before = epoch(client);
            Answer plan = client.post("/api/v1/pools/docks/recover", "");
            assertThat(plan.status()).isEqualTo(200);
            assertThat(plan.json().get("steps")).isNotEmpty();
            assertThat(epoch(client)).isEqualTo(before);
            assertThat(client.post("/api/v1/pools/docks/recover", "{\"confirm\": true}")
                            .status())
                    .isEqualTo(202);
            await().until(() -> !epoch(client).equals(before));
            assertThat(client.ask("{}").state()).isEqualTo("granted");
        }
    }

    private static String epoch(ApiClient client) {
        return client.get("/api/v1/pools/docks").json().at("/status/epoch").asString("");
    }

    @Test
    void metricsAreInPrometheusFormat() {
        try (ApiClient client = new ApiClient(3, ApiClient.SETTINGS.lease(Duration.ofSeconds(30)))) {
            client.ask("{\"permits\": 2}");
            Answer metrics = client.get("/metrics");
            assertThat(metrics.response().body())
                    .contains("# TYPE meshlock_pool_held gauge\n")
                    .contains("meshlock_pool_voters{node=\"a\",pool=\"docks\"} 1.0\n")
                    .contains("meshlock_pool_voters_heard{node=\"a\",pool=\"docks\"} 1.0\n")
                    .contains("meshlock_pool_epoch{node=\"a\",pool=\"docks\"} 0.0\n")
                    .contains("meshlock_pool_held{node=\"a\",pool=\"docks\"} 2.0\n");
        }
    }
}
