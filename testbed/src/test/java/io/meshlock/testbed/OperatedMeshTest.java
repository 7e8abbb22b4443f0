package io.meshlock.testbed;

import static io.meshlock.testbed.Timeouts.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.Grant;
import io.meshlock.Meshlock;
import io.meshlock.MeshlockBuilder;
import io.meshlock.PermitPool;
import io.meshlock.PoolConfig;
import io.meshlock.Recovery;
import io.meshlock.journal.check.Checkers;
import io.meshlock.protocol.registry.Algorithms;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operators resize pools and stop nodes, over sockets and TLS; the simulator's checkers judge the journals. */
@DisplayName("A mesh of real nodes that is operated")
class OperatedMeshTest {

    private static final int NODES = 3;
    private static final int PERMITS = 3;
    private static final PoolConfig CONFIG = PoolConfig.permits(PERMITS).recovery(Recovery.OFF);

    @TempDir
    private Path folder;

    private final SharedJournals journal = new SharedJournals();
    private final List<Meshlock> nodes = new ArrayList<>();

    private void start(Fabric fabric) {
        for (int i = 0; i < NODES; i++) {
            fabric.connect(i, (i + 1) % NODES);
        }
        for (int i = 0; i < NODES; i++) {
            MeshlockBuilder builder =
                    fabric.equip(Meshlock.builder(), i).journal(journal).state(folder.resolve("state-" + i));
            nodes.add(i == 0 ? builder.bootstrap().start() : builder.start());
        }
    }

    private void judge(Fabric fabric) {
        Checkers checkers =
                journal.check(PERMITS, Algorithms.named(CONFIG.algorithm()).guarantees(), fabric.number(0));
        assertThat(checkers.firstViolations()).isEmpty();
        assertThat(checkers.firstStarved()).isEmpty();
    }

    /** One after the other leaves, the first with the token and with permits; the others are served. */
    @Test
    void whoClosesHandsTheTokenOn() throws InterruptedException {
        try (Fabric fabric = new SecureFabric(folder, NODES)) {
            start(fabric);
            List<PermitPool> pools =
                    nodes.stream().map(node -> node.pool("docks", CONFIG)).toList();
            Grant early = pools.get(0).acquire(2);
            for (PermitPool pool : pools) {
                take(pool, 1);
            }
            nodes.get(0).close();
            assertThat(early.isValid()).isFalse();
            take(pools.get(1), PERMITS);
            take(pools.get(2), PERMITS);
            nodes.get(1).close();
            take(pools.get(2), PERMITS);
            nodes.get(2).close();
            judge(fabric);
        } finally {
            nodes.forEach(Meshlock::close);
        }
    }

    private static void take(PermitPool pool, int permits) throws InterruptedException {
        Optional<Grant> grant = pool.tryAcquire(permits, Timeouts.LONG);
        assertThat(grant).as("%d of %s", permits, pool).isPresent();
        grant.orElseThrow().close();
    }

    /** All nodes make requests and resize at random. */
    @Test
    void aPoolIsResizedUnderLoad() throws Exception {
        try (Fabric fabric = new SecureFabric(folder, NODES)) {
            start(fabric);
            List<PermitPool> pools =
                    nodes.stream().map(node -> node.pool("docks", CONFIG)).toList();
            ExecutorService threads = Executors.newCachedThreadPool();
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < 2 * NODES; i++) {
                PermitPool pool = pools.get(i % NODES);
                SplittableRandom random = new SplittableRandom(i);
                running.add(threads.submit(() -> {
                    for (int round = 0; round < 300; round++) {
                        ask(pool, random);
                    }
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get(Timeouts.SECONDS, TimeUnit.SECONDS);
            }
            threads.shutdown();
            takeOfFour(pools.get(1));
            nodes.forEach(Meshlock::close);
            judge(fabric);
        } finally {
            nodes.forEach(Meshlock::close);
        }
    }

    /** A pool with recovery grows, and all nodes get the new permits; it shrinks, and no node gets the removed ones. */
    @Test
    void aPoolWithRecoveryGrowsAndShrinks() throws InterruptedException {
        PoolConfig recovering = PoolConfig.permits(PERMITS);
        try (Fabric fabric = new SecureFabric(folder, NODES)) {
            start(fabric);
            List<PermitPool> pools =
                    nodes.stream().map(node -> node.pool("docks", recovering)).toList();
            take(pools.get(1), PERMITS);
            pools.get(1).resize(PERMITS + 2);
            await().until(() -> pools.get(2).permits() == PERMITS + 2);
            take(pools.get(2), PERMITS + 2);
            pools.get(2).resize(1);
            await().until(() -> pools.stream().allMatch(pool -> pool.permits() == 1));
            take(pools.get(0), 1);
            assertThatThrownBy(() -> pools.get(1).tryAcquire(2, Timeouts.LONG))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("pool 'docks'");
        } finally {
            nodes.forEach(Meshlock::close);
        }
    }

    /** Retries: a newer change of the size by another node may still be under way. */
    private static void takeOfFour(PermitPool pool) throws InterruptedException {
        for (int tries = 0; ; tries++) {
            try {
                pool.resize(4);
                take(pool, 4);
                return;
            } catch (IllegalArgumentException e) {
                assertThat(tries).isLessThan(100);
            }
        }
    }

    private static void ask(PermitPool pool, SplittableRandom random) throws InterruptedException {
        if (random.nextInt(20) == 0) {
            pool.resize(random.nextInt(1, 6));
        }
        try {
            Optional<Grant> grant = pool.tryAcquire(random.nextInt(1, 4), Timeouts.LONG);
            assertThat(grant).as("a request that fits is served").isPresent();
            grant.orElseThrow().close();
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageContaining("pool 'docks'"); // it has become too small for this one
        }
    }
}
