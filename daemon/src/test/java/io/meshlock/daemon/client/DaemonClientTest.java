package io.meshlock.daemon.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import io.meshlock.daemon.Timeouts;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

@DisplayName("A client of a daemon")
class DaemonClientTest {

    /** Placing a request is safe to repeat, so it has a longer timeout than a poll. */
    @Test
    void givesABusyNodeMoreTimeToTakeARequestThanToShowOne() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        ExecutorService threads = Executors.newCachedThreadPool();
        HttpServer busy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        busy.setExecutor(threads);
        busy.createContext("/", call -> {
            if (call.getRequestMethod().equals("POST")) {
                asked.countDown();
            }
            try {
                free.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            byte[] body = "{\"state\": \"waiting\"}".getBytes(StandardCharsets.UTF_8);
            call.sendResponseHeaders(200, body.length);
            call.getResponseBody().write(body);
            call.close();
        });
        busy.start();
        try {
            URI address = URI.create("http://127.0.0.1:" + busy.getAddress().getPort());
            DaemonClient client = new DaemonClient(new ApiAddress(address, null), null, Duration.ofMillis(200));
            FutureTask<JsonNode> placed = new FutureTask<>(() -> client.postOnce("/requests", Map.of(), "key"));
            threads.execute(placed);
            asked.await();
            assertThatExceptionOfType(DaemonException.class)
                    .isThrownBy(() -> client.get("/requests"))
                    .matches(DaemonException::isPassing);
            assertThat(placed).isNotDone();
            free.countDown();
            assertThat(placed.get(Timeouts.SECONDS, TimeUnit.SECONDS)
                            .get("state")
                            .asString())
                    .isEqualTo("waiting");
        } finally {
            free.countDown();
            busy.stop(0);
            threads.shutdownNow();
        }
    }
}
