package io.meshlock.daemon.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.daemon.client.ApiAddress;
import io.meshlock.daemon.client.DaemonClient;
import io.meshlock.daemon.client.DaemonException;
import io.meshlock.daemon.http.ApiClient.Answer;
import io.meshlock.daemon.local.LocalAccess;
import io.meshlock.daemon.page.LiveFeed;
import io.meshlock.daemon.page.Page;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A caller that takes all it can get, and others at the same node. */
@DisplayName("A greedy caller leaves room for others")
class CallerSharesTest {

    private static final String ASK = "/api/v1/pools/docks/requests";
    private static final String EVENTS = "/api/v1/events";

    /** Of which one caller alone has three quarters. */
    private static final int EIGHT = 8;

    @TempDir
    private Path folder;

    private final HttpClient http = HttpClient.newHttpClient();

    private HttpResponse<InputStream> open(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    }

    /** Opens streams without the token until that is refused, and returns how many are open. */
    private int openAll(ApiClient api, String path, List<InputStream> streams) throws Exception {
        while (true) {
            HttpResponse<InputStream> answer = open(api.bare(path));
            if (answer.statusCode() != 200) {
                assertThat(answer.statusCode()).isEqualTo(503);
                return streams.size();
            }
            streams.add(answer.body());
        }
    }

    /** A newcomer finds one of four places and more; and a place that is given back twice is free once. */
    @Test
    void evenIfThereAreFewPlaces() {
        for (int most = 4; most <= 9; most++) {
            CallerShares places = new CallerShares(most);
            while (places.take("greedy")) {
                assertThat(places.taken()).isLessThan(most);
            }
            assertThat(places.take("newcomer")).as("of " + most).isTrue();
            places.giveBack("newcomer");
            places.giveBack("newcomer");
            assertThat(places.take("newcomer")).isTrue();
        }
    }

    @Test
    void amongStreamsOfEvents() throws Exception {
        List<InputStream> streams = new ArrayList<>();
        try (ApiClient api = new ApiClient(1, ApiClient.SETTINGS.maxStreams(EIGHT))) {
            assertThat(openAll(api, EVENTS, streams)).isEqualTo(6);
            assertThat(api.send(api.bare(EVENTS)).detail())
                    .isEqualTo("events: 6 streams are open for this client, and the rest of 8 is kept for others");
            HttpResponse<InputStream> other = open(api.request(EVENTS));
            assertThat(other.statusCode()).as("with the token").isEqualTo(200);
            streams.add(other.body());
        } finally {
            close(streams);
        }
    }

    private static void close(List<InputStream> streams) throws IOException {
        for (InputStream stream : streams) {
            stream.close();
        }
    }

    @Test
    void amongPagesThatWatch() throws Exception {
        List<InputStream> streams = new ArrayList<>();
        try (LiveFeed feed = LiveFeed.open("here");
                ApiClient api = new ApiClient(1, ApiClient.SETTINGS, Page.of(feed))) {
            assertThat(openAll(api, "/feed/live", streams)).isEqualTo(12);
            HttpResponse<InputStream> other = open(api.request("/feed/live"));
            assertThat(other.statusCode()).as("with the token").isEqualTo(200);
            streams.add(other.body());
        } finally {
            close(streams);
        }
    }

    /** One calls over TCP, the other at the socket. */
    @Test
    void amongRequests() throws Exception {
        HttpSettings settings =
                ApiClient.SETTINGS.maxRequests(EIGHT).local(LocalAccess.DEFAULT.at(folder.resolve("api.sock")));
        try (ApiClient api = new ApiClient(1, settings)) {
            DaemonClient other = DaemonClient.of(ApiAddress.parse("unix:" + folder.resolve("api.sock")));
            List<Answer> placed = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                placed.add(api.ask("{}"));
            }
            assertThat(placed).allMatch(answer -> answer.status() == 201);
            Answer refused = api.ask("{}");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.detail())
                    .isEqualTo(
                            "requests: 6 wait or hold permits here for this client, and the rest of 8 is kept for others");
            assertThat(other.post(ASK, Map.of()).get("state").asString()).isEqualTo("waiting");
            assertThat(api.ask("{}").status()).as("there is less room now").isEqualTo(503);
            placed.subList(0, 2).forEach(answer -> api.delete("/api/v1/requests/" + answer.id()));
            assertThat(api.ask("{}").status()).as("what ended makes room").isEqualTo(201);
            other.post(ASK, Map.of());
            other.post(ASK, Map.of());
            assertThatThrownBy(() -> other.post(ASK, Map.of()))
                    .isInstanceOf(DaemonException.class)
                    .hasMessageContaining("requests: 8 wait or hold permits here, which is the limit");
        }
    }

    @Test
    void inTheRateOfCalls() {
        try (ApiClient api = new ApiClient(1, ApiClient.SETTINGS.ratePerSecond(1))) {
            List<CompletableFuture<Answer>> calls = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                calls.add(api.sendAsync(api.bare("/api/v1/pools")));
            }
            assertThat(calls).anyMatch(call -> call.join().status() == 429);
            assertThat(api.get("/api/v1/pools").status()).as("with the token").isEqualTo(200);
        }
    }
}
