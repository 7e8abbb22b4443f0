package io.meshlock;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.spi.InProcessNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Callers give up at the moment of their grant, many times: no permit may be lost or doubled. */
@DisplayName("Withdrawing a request while it is granted")
class RacesTest {

    private static final int PERMITS = 3;
    private static final int TRIES = 500;

    private final InProcessNetwork network = new InProcessNetwork();
    private final List<Meshlock> nodes = new ArrayList<>();
    private final List<PermitPool> pools = new ArrayList<>();
    private final AtomicInteger out = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicLong served = new AtomicLong();
    private final AtomicLong gaveUp = new AtomicLong();

    @BeforeEach
    void start() {
        network.connect(0, 1);
        network.connect(1, 2);
        for (int i = 0; i < 3; i++) {
            MeshlockBuilder builder = Meshlock.builder().inProcess(network, i, "n" + i);
            nodes.add(i == 0 ? builder.bootstrap().start() : builder.start());
        }
    }

    @AfterEach
    void close() {
        nodes.forEach(Meshlock::close);
        network.close();
    }

    private void enter(Grant grant) {
        most.accumulateAndGet(out.addAndGet(grant.permits()), Math::max);
        served.incrementAndGet();
        Thread.onSpinWait();
        out.addAndGet(-grant.permits());
        grant.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"prioritized", "prioritized-moving"})
    void losesNothing(String algorithm) throws Exception {
        nodes.forEach(
                node -> pools.add(node.pool("docks", PoolConfig.permits(PERMITS).algorithm(algorithm))));
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < 9; i++) {
                PermitPool pool = pools.get(i % 3);
                SplittableRandom random = new SplittableRandom(i);
                int manner = i / 3;
                running.add(threads.submit(() -> {
                    for (int n = 0; n < TRIES; n++) {
                        attempt(pool, manner, random);
                    }
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get(TestTimeouts.SECONDS, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(most.get()).isBetween(1, PERMITS);
        assertThat(out).hasValue(0);
        assertThat(served.get()).as("some were served").isPositive();
        assertThat(gaveUp.get()).as("some gave up").isPositive();
        for (PermitPool pool : pools) {
            await().until(() -> pool.queueLength() == 0 && pool.availablePermits() == PERMITS);
            Optional<Grant> all = pool.tryAcquire(PERMITS, Duration.ofSeconds(20));
            assertThat(all).as("every permit is back").isPresent();
            all.orElseThrow().close();
        }
    }

    private void attempt(PermitPool pool, int manner, SplittableRandom random) throws InterruptedException {
        Request request = Request.permits(random.nextInt(1, PERMITS + 1)).priority(random.nextInt(3));
        switch (manner) {
            case 0 -> withTimeout(pool, request, random.nextLong(200_000));
            case 1 -> withFuture(pool, request, random.nextInt(2000));
            default -> interrupted(pool, request, random.nextInt(2000));
        }
    }

    private void withTimeout(PermitPool pool, Request request, long nanos) throws InterruptedException {
        Optional<Grant> grant = pool.tryAcquire(request, Duration.ofNanos(nanos));
        grant.ifPresentOrElse(this::enter, gaveUp::incrementAndGet);
    }

    private void withFuture(PermitPool pool, Request request, int spins) {
        CompletableFuture<Grant> future = pool.acquireAsync(request);
        for (int i = 0; i < spins && !future.isDone(); i++) {
            Thread.onSpinWait();
        }
        if (future.cancel(false)) {
            gaveUp.incrementAndGet();
        } else {
            enter(future.join());
        }
    }

    private void interrupted(PermitPool pool, Request request, int spins) {
        Thread caller = Thread.currentThread();
        CompletableFuture<Void> interrupter = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < spins; i++) {
                Thread.onSpinWait();
            }
            caller.interrupt();
        });
        try {
            enter(pool.acquire(request));
        } catch (InterruptedException e) {
            gaveUp.incrementAndGet();
        }
        interrupter.join();
        Thread.interrupted(); // the interrupt may have come after the end
    }
}
