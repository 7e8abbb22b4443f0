package io.meshlock.daemon.run;

import static io.meshlock.daemon.Timeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.meshlock.daemon.client.ApiAddress;
import io.meshlock.daemon.client.DaemonClient;
import io.meshlock.daemon.time.VirtualTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A holder's view of its permits, at a node that answers as the test likes. */
@DisplayName("Permits that a daemon holds for a command")
class DaemonPermitsTest {

    private static final String GRANTED = "{\"id\": \"r\", \"secret\": \"s\", \"pool\": \"docks\", \"permits\": 1, "
            + "\"state\": \"granted\", \"leaseMillis\": 10000, \"remainingMillis\": 10000, \"fencingToken\": 7, "
            + "\"slots\": [1]}";

    private final VirtualTime time = new VirtualTime();
    private final AtomicInteger renewals = new AtomicInteger();
    private final AtomicInteger status = new AtomicInteger(200);
    private final AtomicReference<String> answer = new AtomicReference<>(GRANTED);
    private HttpServer node;

    @BeforeEach
    void start() throws IOException {
        node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        node.createContext("/", this::answer);
        node.start();
    }

    private void answer(HttpExchange call) throws IOException {
        boolean renewal = call.getRequestURI().getPath().endsWith("/renew");
        boolean mayRenew = "s".equals(call.getRequestHeaders().getFirst("Meshlock-Secret"));
        byte[] body = (renewal ? answer.get() : GRANTED).getBytes(StandardCharsets.UTF_8);
        call.sendResponseHeaders(renewal ? mayRenew ? status.get() : 403 : 200, body.length);
        call.getResponseBody().write(body);
        call.close();
        if (renewal) {
            renewals.incrementAndGet();
        }
    }

    @AfterEach
    void stop() {
        node.stop(0);
    }

    private HeldPermits acquire() throws InterruptedException {
        ApiAddress address =
                ApiAddress.parse("http://127.0.0.1:" + node.getAddress().getPort());
        return new DaemonSource(List.of(new DaemonClient(address, null)), note -> {}, time)
                .acquire(new RunRequest("docks", 1, 0, null, null, null));
    }

    /** The demonstration of the audit: time asleep was not counted, and the command went on without permits. */
    @Test
    void areOverAtOnceAfterALongSuspension() throws Exception {
        try (HeldPermits held = acquire()) {
            assertThat(held.remaining()).isEqualTo(Duration.ofSeconds(10));
            time.awaitSomebodyWaits(Duration.ofMillis(2_500));
            int before = renewals.get();
            time.suspend(Duration.ofSeconds(20));
            assertThat(held.remaining()).isZero();
            assertThat(renewals).as("what is over is not renewed").hasValue(before);
        }
    }

    @Test
    void areKeptByTryingAgainUntilTheLeaseIsOver() throws Exception {
        try (HeldPermits held = acquire()) {
            for (int passing : new int[] {500, 503, 429, 401}) {
                status.set(passing);
                answer.set("{\"detail\": \"not now\"}");
                int before = renewals.get();
                await().until(() -> {
                    time.advance(Duration.ofMillis(50));
                    return renewals.get() > before;
                });
                assertThat(held.remaining()).as("after %s", passing).isPositive();
            }
            await().until(() -> held.trouble().startsWith("not now"));
            status.set(200);
            answer.set(GRANTED);
            await().until(() -> {
                time.advance(Duration.ofMillis(50));
                return held.trouble().isEmpty();
            });
            assertThat(held.remaining()).isGreaterThan(Duration.ofSeconds(9));
        }
    }

    @Test
    void areLostWhenTheNodeSaysSo() throws Exception {
        try (HeldPermits held = acquire()) {
            status.set(404);
            answer.set("{\"detail\": \"not known\"}");
            time.awaitSomebodyWaits(Duration.ofMillis(2_500)).advance(Duration.ofMillis(2_500));
            await().until(() -> held.remaining().isZero());
            assertThat(held.trouble()).isEqualTo("not known");
        }
    }

    @Test
    void areHeldToTheEndOfTheLeaseWhenTheNodeStops() throws Exception {
        try (HeldPermits held = acquire()) {
            status.set(409);
            answer.set("{\"detail\": \"this node is stopping\", \"remainingMillis\": 7000}");
            time.awaitSomebodyWaits(Duration.ofMillis(2_500)).advance(Duration.ofMillis(2_500));
            await().until(held::isEnding);
            assertThat(held.remaining()).isEqualTo(Duration.ofSeconds(7));
        }
    }
}
