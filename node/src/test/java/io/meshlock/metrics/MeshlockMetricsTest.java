package io.meshlock.metrics;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.Grant;
import io.meshlock.Meshlock;
import io.meshlock.PermitPool;
import io.meshlock.PoolConfig;
import io.meshlock.Request;
import io.meshlock.spi.InProcessNetwork;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.search.RequiredSearch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Metrics")
class MeshlockMetricsTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();

    private RequiredSearch docks(String name) {
        return registry.get("meshlock.pool." + name).tags("node", "two", "pool", "docks");
    }

    @Test
    void tellWhatANodeDoes() throws InterruptedException {
        try (InProcessNetwork network = new InProcessNetwork();
                Meshlock one = Meshlock.builder()
                        .inProcess(network, 1, "one")
                        .bootstrap()
                        .start();
                Meshlock two = Meshlock.builder().inProcess(network, 2, "two").start()) {
            network.connect(1, 2);
            PermitPool pool = two.pool("docks", PoolConfig.permits(3));
            MeshlockMetrics metrics = new MeshlockMetrics(two);
            metrics.bindTo(registry);
            Grant held = pool.acquire(2);
            CompletableFuture<Grant> waiting = pool.acquireAsync(Request.permits(2));
            assertThat(docks("held").gauge().value()).isEqualTo(2);
            await().until(() -> docks("waiting").gauge().value() == 1);
            pool.resize(2);
            await().until(() -> pool.permits() == 2);
            assertThat(docks("held").gauge().value()).isEqualTo(2);
            waiting.cancel(false);
            held.close();

            assertThat(one.neighbours()).containsExactly("two");
            assertThat(registry.get("meshlock.neighbours").gauge().value()).isEqualTo(1);
            assertThat(docks("waits").functionTimer().count()).isEqualTo(1);
            assertThat(docks("waits").functionTimer().totalTime(TimeUnit.NANOSECONDS))
                    .isPositive();
            assertThat(docks("holds").functionTimer().count()).isEqualTo(1);
            assertThat(docks("requests").functionCounter().count()).isEqualTo(2);
            assertThat(docks("withdrawals").functionCounter().count()).isEqualTo(1);
            assertThat(docks("losses").functionCounter().count()).isZero();
            assertThat(docks("waiting").gauge().value()).isZero();
            metrics.refresh(registry);
            assertThat(docks("messages")
                            .tag("type", "REQUEST")
                            .functionCounter()
                            .count())
                    .isPositive();
            assertThat(registry.get("meshlock.link.events")
                            .tag("event", "links_up")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
        }
    }

    /** The node takes over the settings of the others, and with them another object for the pool. */
    @Test
    void tellOfThePoolThatThereIs() {
        try (InProcessNetwork network = new InProcessNetwork();
                Meshlock one = Meshlock.builder()
                        .inProcess(network, 1, "one")
                        .bootstrap()
                        .start();
                Meshlock two = Meshlock.builder().inProcess(network, 2, "two").start()) {
            one.pool("docks", PoolConfig.permits(3));
            two.pool("docks", PoolConfig.permits(5));
            new MeshlockMetrics(two).bindTo(registry);
            assertThat(docks("permits").gauge().value()).isEqualTo(5);
            network.connect(1, 2);
            await().until(() -> two.pool("docks").config().permits() == 3);
            assertThat(docks("permits").gauge().value()).isEqualTo(3);
            assertThat(docks("problem").gauge().value()).isEqualTo(1);
        }
    }
}
