package io.meshlock.daemon.http;

import static io.meshlock.daemon.Timeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.PoolConfig;
import io.meshlock.Recovery;
import io.meshlock.daemon.Timeouts;
import io.meshlock.daemon.http.ApiClient.Answer;
import io.meshlock.daemon.time.TimeSource;
import io.meshlock.daemon.time.VirtualTime;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A request over HTTP")
class RequestsTest {

    private static final String ONE = "{}";
    private static final String BRIEF = "{\"lease\": \"400ms\"}";

    private static ApiClient daemon(int permits) {
        return new ApiClient(permits, ApiClient.SETTINGS);
    }

    private static ApiClient daemon(int permits, VirtualTime time) {
        return new ApiClient(permits, ApiClient.SETTINGS, time);
    }

    /** As {@code flock -n}: yes or no, and no place in the queue. */
    @Test
    void aRequestWithoutTimeAsksTheMeshOnce() {
        try (ApiClient client = new ApiClient(1, ApiClient.SETTINGS)) {
            ApiClient.Answer first = client.post("/api/v1/pools/docks/requests?wait=10s", "{\"timeout\": \"0s\"}");
            assertThat(first.state()).isEqualTo("granted");
            ApiClient.Answer second = client.post("/api/v1/pools/docks/requests?wait=10s", "{\"timeout\": \"0s\"}");
            assertThat(second.state()).isEqualTo("withdrawn");
            assertThat(second.text("reason")).isEqualTo("not free");
            assertThat(client.waiting()).isZero();
        }
    }

    /** Not every algorithm numbers its grants over the whole mesh. */
    @Test
    void hasNoFencingTokenWhereThePoolHasNone() {
        PoolConfig krl = PoolConfig.permits(2).algorithm("krl").recovery(Recovery.OFF);
        try (ApiClient client = new ApiClient(krl, ApiClient.SETTINGS, TimeSource.system())) {
            Answer granted = client.ask("{}");
            assertThat(granted.status()).isEqualTo(201);
            assertThat(granted.state()).isEqualTo("granted");
            assertThat(granted.json().path("fencingToken").isNumber()).isFalse();
            Answer grants = client.get("/api/v1/grants");
            assertThat(grants.status()).isEqualTo(200);
            assertThat(grants.json().get("grants")).hasSize(1);
            assertThat(client.get("/api/v1/requests").status()).isEqualTo(200);
            assertThat(client.delete("/api/v1/requests/" + granted.id()).state())
                    .isEqualTo("released");
        }
    }

    /** An operator takes permits away; the client learns of it with its next renewal. */
    @Test
    void anOperatorTakesAGrantAway() {
        try (ApiClient client = new ApiClient(1, ApiClient.SETTINGS)) {
            String id = client.ask("{\"client\": \"crane\"}").id();
            assertThat(client.send(client.bare("/api/v1/requests/" + id + "?force=true")
                                    .DELETE())
                            .status())
                    .as("without the token")
                    .isEqualTo(401);
            assertThat(client.heldPermits()).isEqualTo(1);
            ApiClient.Answer taken = client.delete("/api/v1/requests/" + id + "?force=true");
            assertThat(taken.state()).isEqualTo("lost");
            assertThat(taken.text("reason")).isEqualTo("an operator took it away");
            assertThat(client.heldPermits()).isZero();
            assertThat(client.post("/api/v1/requests/" + id + "/renew", "{}").status())
                    .isEqualTo(409);
        }
    }

    @Test
    void isGrantedRenewedAndGivenBack() {
        try (ApiClient client = daemon(5)) {
            Answer granted = client.ask("{\"permits\": 2, \"priority\": 90, \"client\": \"me\"}");
            assertThat(granted.status()).isEqualTo(201);
            assertThat(granted.state()).isEqualTo("granted");
            assertThat(granted.json().get("fencingToken").asLong()).isPositive();
            assertThat(granted.json().get("slots")).hasSize(2);
            assertThat(granted.json().get("remainingMillis").asLong()).isBetween(1L, 90_000L);
            String self = "/api/v1/requests/" + granted.id();
            assertThat(granted.response().headers().firstValue("Location")).hasValue(self);
            assertThat(client.heldPermits()).isEqualTo(2);
            assertThat(client.get("/api/v1/grants").json().get("grants")).hasSize(1);
            assertThat(client.post(self + "/renew", "").status()).isEqualTo(200);
            assertThat(client.delete(self).state()).isEqualTo("released");
            assertThat(client.delete(self).state()).as("again").isEqualTo("released");
            assertThat(client.heldPermits()).isZero();
            Answer late = client.post(self + "/renew", "");
            assertThat(late.status()).isEqualTo(409);
            assertThat(late.detail()).contains("is released; expected one that is granted");
            assertThat(client.get("/api/v1/grants").json().get("grants")).isEmpty();
        }
    }

    @Test
    void waitsAndIsToldInTheSameCall() {
        try (ApiClient client = daemon(1)) {
            Answer first = client.ask(ONE);
            CompletableFuture<Answer> second =
                    client.sendAsync(client.posting("/api/v1/pools/docks/requests?wait=60s", ONE));
            await().until(() -> client.waiting() == 1);
            assertThat(second).isNotDone();
            client.delete("/api/v1/requests/" + first.id());
            assertThat(second.join().state()).isEqualTo("granted");
            assertThat(second.join().json().get("fencingToken").asLong())
                    .isGreaterThan(first.json().get("fencingToken").asLong());
        }
    }

    @Test
    void waitsFromPollToPoll() {
        VirtualTime time = new VirtualTime();
        try (ApiClient client = daemon(1, time)) {
            Answer first = client.ask(ONE);
            Answer second = client.ask("{\"lease\": \"8s\"}");
            assertThat(second.state()).isEqualTo("waiting");
            String self = "/api/v1/requests/" + second.id();
            for (int i = 0; i < 4; i++) { // longer than its lease, in sum
                CompletableFuture<Answer> poll = client.sendAsync(client.request(self + "?wait=2500ms"));
                time.awaitSomebodyWaits(Duration.ofMillis(2_500));
                assertThat(poll).isNotDone();
                time.advance(Duration.ofMillis(2_500));
                assertThat(poll.join().state()).isEqualTo("waiting");
            }
            client.delete("/api/v1/requests/" + first.id());
            assertThat(client.get(self + "?wait=60s").state()).isEqualTo("granted");
        }
    }

    @Test
    void theMoreUrgentGoesFirst() {
        try (ApiClient client = daemon(1)) {
            Answer holder = client.ask(ONE);
            Answer low = client.ask("{\"priority\": 1}");
            Answer high = client.ask("{\"priority\": 2}");
            client.delete("/api/v1/requests/" + holder.id());
            assertThat(client.get("/api/v1/requests/" + high.id() + "?wait=60s").state())
                    .isEqualTo("granted");
            assertThat(client.get("/api/v1/requests/" + low.id()).state()).isEqualTo("waiting");
        }
    }

    @Test
    void losesTimeout() {
        VirtualTime time = new VirtualTime();
        try (ApiClient client = daemon(1, time)) {
            client.ask(ONE);
            CompletableFuture<Answer> asked =
                    client.sendAsync(client.posting("/api/v1/pools/docks/requests?wait=60s", "{\"timeout\": \"10s\"}"));
            time.awaitSomebodyWaits(Duration.ofSeconds(60)).advance(Duration.ofMillis(9_999));
            assertThat(client.waiting()).isEqualTo(1);
            time.advance(Duration.ofMillis(1));
            Answer answer = asked.join();
            assertThat(answer.state()).isEqualTo("withdrawn");
            assertThat(answer.text("reason")).isEqualTo("it timed out");
            assertThat(client.waiting()).isZero();
        }
    }

    @Test
    void isCancelledWhileItWaits() {
        try (ApiClient client = daemon(1)) {
            client.ask(ONE);
            Answer second = client.ask(ONE);
            CompletableFuture<Answer> poll =
                    client.sendAsync(client.request("/api/v1/requests/" + second.id() + "?wait=60s"));
            assertThat(client.delete("/api/v1/requests/" + second.id()).state()).isEqualTo("withdrawn");
            assertThat(poll.join().state()).isEqualTo("withdrawn");
            await().until(() -> client.waiting() == 0);
        }
    }

    /** The one test by real clocks: leases end by themselves. */
    @Test
    void aSilentClientLosesItsGrantAndItsPlace() {
        try (ApiClient client = daemon(1)) {
            Answer holder = client.ask(BRIEF);
            assertThat(holder.state()).isEqualTo("granted");
            Answer gone = client.ask(BRIEF);
            Answer later = client.post("/api/v1/pools/docks/requests?wait=60s", ONE);
            assertThat(later.state()).as("after both fell silent").isEqualTo("granted");
            Answer expired = client.get("/api/v1/requests/" + holder.id());
            assertThat(expired.state()).isEqualTo("expired");
            assertThat(expired.text("reason")).isEqualTo("its client fell silent");
            assertThat(client.post("/api/v1/requests/" + holder.id() + "/renew", "")
                            .status())
                    .isEqualTo(409);
            assertThat(client.get("/api/v1/requests/" + gone.id()).state()).isIn("withdrawn", "expired");
        }
    }

    @Test
    void renewalsKeepAGrantAlive() {
        VirtualTime time = new VirtualTime();
        try (ApiClient client = daemon(1, time)) {
            Answer holder = client.ask("{\"lease\": \"8s\"}");
            String self = "/api/v1/requests/" + holder.id();
            for (int i = 0; i < 6; i++) {
                time.advance(Duration.ofMillis(7_999));
                assertThat(client.post(self + "/renew", "").status()).isEqualTo(200);
            }
            time.advance(Duration.ofMillis(7_999));
            assertThat(client.get(self).state()).as("looking is not renewing").isEqualTo("granted");
            time.advance(Duration.ofMillis(1));
            assertThat(client.get(self).state()).isEqualTo("expired");
            assertThat(client.heldPermits()).isZero();
        }
    }

    @Test
    void theSameKeyGivesTheSameRequest() {
        try (ApiClient client = daemon(5)) {
            Answer first = client.send(keyed(client, "k1", "{\"permits\": 2}"));
            Answer again = client.send(keyed(client, "k1", "{\"permits\": 2}"));
            assertThat(first.status()).isEqualTo(201);
            assertThat(again.status()).isEqualTo(200);
            assertThat(again.id()).isEqualTo(first.id());
            assertThat(client.heldPermits()).isEqualTo(2);
            Answer other = client.send(keyed(client, "k1", "{\"permits\": 3}"));
            assertThat(other.status()).isEqualTo(422);
            assertThat(other.detail()).startsWith("Idempotency-Key: was used for another request");
            client.delete("/api/v1/requests/" + first.id());
            assertThat(client.send(keyed(client, "k1", "{\"permits\": 2}")).state())
                    .as("a late retry is not granted again")
                    .isEqualTo("released");
            assertThat(client.heldPermits()).isZero();
        }
    }

    @Test
    void aKeyIsGoodForOneRequestAlsoWhenCallsRace() {
        try (ApiClient client = daemon(50)) {
            List<CompletableFuture<Answer>> calls = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                calls.add(client.sendAsync(keyed(client, "same", ONE)));
            }
            Set<String> ids = new HashSet<>();
            calls.forEach(call -> ids.add(call.join().id()));
            assertThat(ids).hasSize(1);
            assertThat(client.heldPermits()).isEqualTo(1);
        }
    }

    private static HttpRequest.Builder keyed(ApiClient client, String key, String body) {
        return client.posting("/api/v1/pools/docks/requests", body).header("Idempotency-Key", key);
    }

    @Test
    void aThousandWaitAtOnceAndAllAreServed() {
        try (ApiClient client = daemon(10)) {
            Answer holder = client.ask("{\"permits\": 10}");
            List<CompletableFuture<String>> calls = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                calls.add(served(client));
            }
            await().until(() -> client.waiting() == 1_000);
            client.delete("/api/v1/requests/" + holder.id());
            calls.forEach(call -> assertThat(call.join()).isEqualTo("released"));
            assertThat(client.heldPermits()).isZero();
            assertThat(client.waiting()).isZero();
            assertThat(client.get("/api/v1/requests").json().get("requests")).isEmpty();
        }
    }

    /** Asks for one permit, waits for it, and gives it back. */
    private static CompletableFuture<String> served(ApiClient client) {
        return client.sendAsync(client.posting("/api/v1/pools/docks/requests?wait=60s", "{\"lease\": \"120s\"}"))
                .thenCompose(answer -> untilGranted(client, answer))
                .thenCompose(answer -> client.sendAsync(
                        client.request("/api/v1/requests/" + answer.id()).DELETE()))
                .thenApply(Answer::state);
    }

    /** Asks again as long as it waits: on a busy machine the last of a thousand may come after more than a minute. */
    private static CompletableFuture<Answer> untilGranted(ApiClient client, Answer answer) {
        return answer.state().equals("waiting")
                ? client.sendAsync(client.request("/api/v1/requests/" + answer.id() + "?wait=60s")
                                .GET())
                        .thenCompose(next -> untilGranted(client, next))
                : CompletableFuture.completedFuture(answer);
    }

    @Test
    void whatTheDaemonsClientsHoldIsBackWhenItCloses() {
        ApiClient client = daemon(3);
        try (client) {
            client.ask("{\"permits\": 3}");
            client.ask(ONE);
            client.daemon.close();
            assertThat(client.mesh.pool("docks").tryAcquire(3)).isPresent();
        }
    }

    @Test
    void aNodeThatStopsWaitsUntilHoldersKnowIt() throws Exception {
        VirtualTime time = new VirtualTime();
        try (ApiClient client = daemon(2, time)) {
            Answer polite = client.ask(ONE);
            Answer silent = client.ask("{\"lease\": \"3s\"}");
            FutureTask<Boolean> settled = new FutureTask<>(client.daemon::settle);
            new Thread(settled).start();
            String self = "/api/v1/requests/" + polite.id();
            await().until(() -> client.post(self + "/renew", "").status() == 409);
            assertThat(client.get(self).state())
                    .as("it has a lease's time to give back")
                    .isEqualTo("granted");
            assertThat(settled).isNotDone();
            client.delete(self);
            time.advance(Duration.ofMillis(2_999));
            assertThat(settled).isNotDone();
            time.advance(Duration.ofMillis(1));
            assertThat(settled.get()).isTrue();
            assertThat(client.get("/api/v1/requests/" + silent.id()).state()).isEqualTo("expired");
            assertThat(client.heldPermits()).isZero();
        }
    }

    @Test
    void drainingLetsHoldersFinishAndTakesNobodyNew() throws Exception {
        try (ApiClient client = daemon(1)) {
            Answer holder = client.ask(ONE);
            Answer waiting = client.ask(ONE);
            assertThat(client.get("/api/v1/health").status()).isEqualTo(200);
            Answer drain = client.post("/api/v1/drain", "");
            assertThat(drain.status()).isEqualTo(202);
            assertThat(drain.json().get("draining").asBoolean()).isTrue();
            assertThat(client.get("/api/v1/requests/" + waiting.id()).text("reason"))
                    .isEqualTo("this node is draining; ask another");
            Answer refused = client.ask(ONE);
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.response().headers().firstValue("Retry-After")).isPresent();
            assertThat(client.get("/api/v1/health").status()).isEqualTo(503);
            assertThat(client.post("/api/v1/requests/" + holder.id() + "/renew", "")
                            .status())
                    .isEqualTo(200);
            client.delete("/api/v1/requests/" + holder.id());
            CompletableFuture<Void> drained = CompletableFuture.runAsync(() -> {
                try {
                    client.daemon.awaitDrained();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            drained.get(Timeouts.SECONDS, TimeUnit.SECONDS);
        }
    }

    @Test
    void drainingIsAnsweredAlsoByANodeThatStopsAtOnce() {
        for (int i = 0; i < 10; i++) {
            try (ApiClient client = daemon(1)) {
                Thread stopper = new Thread(() -> {
                    try {
                        client.daemon.awaitDrained();
                        client.daemon.close();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
                stopper.start();
                assertThat(client.post("/api/v1/drain", "").status()).isEqualTo(202);
            }
        }
    }

    @Test
    void noMoreThanAllowedWaitOrHold() {
        try (ApiClient client = new ApiClient(1, ApiClient.SETTINGS.maxRequests(2))) {
            Answer first = client.ask(ONE);
            client.ask(ONE);
            Answer third = client.ask(ONE);
            assertThat(third.status()).isEqualTo(503);
            assertThat(third.detail()).isEqualTo("requests: 2 wait or hold permits here, which is the limit");
            assertThat(third.response().headers().firstValue("Retry-After")).hasValue("1");
            client.delete("/api/v1/requests/" + first.id());
            assertThat(client.ask(ONE).status()).isEqualTo(201);
        }
    }

    @Test
    void clientsThatVanishInTheMiddleOfTheirCallsLeaveNothing() {
        VirtualTime time = new VirtualTime();
        try (ApiClient client = new ApiClient(2, ApiClient.SETTINGS.lease(Duration.ofMillis(300)), time)) {
            Answer holder = client.ask("{\"permits\": 2, \"lease\": \"90s\"}");
            List<CompletableFuture<Answer>> calls = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                calls.add(client.sendAsync(client.posting("/api/v1/pools/docks/requests?wait=6s", ONE)));
            }
            await().until(() -> client.waiting() == 50);
            calls.forEach(call -> call.cancel(true)); // nobody reads the answers, nobody polls again
            time.advance(Duration.ofSeconds(6)); // the end of the calls; the leases begin when they are answered
            await().until(() -> {
                time.advance(Duration.ofMillis(300));
                return client.waiting() == 0;
            });
            assertThat(client.heldPermits()).isEqualTo(2);
            client.delete("/api/v1/requests/" + holder.id());
            assertThat(client.ask("{\"permits\": 2}").state()).isEqualTo("granted");
        }
    }
}
