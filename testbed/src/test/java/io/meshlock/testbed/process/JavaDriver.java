package io.meshlock.testbed.process;

import io.meshlock.daemon.client.ApiAddress;
import io.meshlock.daemon.client.DaemonClient;
import io.meshlock.daemon.client.DaemonException;
import io.meshlock.daemon.run.DaemonSource;
import io.meshlock.daemon.run.HeldPermits;
import io.meshlock.daemon.run.PermitSource;
import io.meshlock.daemon.run.RunRequest;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The Java client of the daemon, which {@code meshlock run} uses. */
final class JavaDriver extends ThreadedDriver {

    private final DaemonClient client;

    JavaDriver(String api) {
        client = DaemonClient.of(ApiAddress.parse(api));
    }

    @Override
    void hold(String name, JsonNode step) throws InterruptedException {
        RunRequest request = new RunRequest(
                step.get("pool").asString(),
                step.path("permits").asInt(1),
                step.path("priority").asInt(0),
                null,
                seconds(step, "wait"),
                seconds(step, "lease"));
        try (HeldPermits held = new DaemonSource(client).acquire(request)) {
            Outcome granted = new Outcome("granted", "", held.fencingToken(), held.slots());
            tell(name, granted);
            CountDownLatch never = new CountDownLatch(1);
            while (!held.remaining().isZero()) {
                never.await(50, TimeUnit.MILLISECONDS);
            }
            tell(name, granted.become("lost", held.trouble()));
        } catch (PermitSource.NotGrantedException | DaemonException e) {
            tell(name, Outcome.WAITING.become("refused", String.valueOf(e.getMessage())));
        }
    }

    private static @Nullable Duration seconds(JsonNode step, String key) {
        return step.has(key) ? Duration.ofMillis(Math.round(step.get(key).asDouble() * 1_000)) : null;
    }
}
