package io.meshlock;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.meshlock.spi.InProcessNetwork;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A pool that is destroyed")
class DestroyedPoolsTest {

    private static final PoolConfig QUICK = quick(2, 400);

    private static PoolConfig quick(int permits, int leaseMillis) {
        return PoolConfig.permits(permits)
                .recovery(Recovery.MAJORITY.beacon(Duration.ofMillis(20)).electionTimeout(Duration.ofMillis(200)))
                .lease(Duration.ofMillis(leaseMillis));
    }

    private final InProcessNetwork network = new InProcessNetwork();
    private final Map<Integer, Meshlock> nodes = new TreeMap<>();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        nodes.values().forEach(Meshlock::close);
        network.close();
    }

    /** Node 1 bootstraps. */
    private Meshlock start(int number, boolean kept) {
        MeshlockBuilder builder = Meshlock.builder().inProcess(network, number, "n" + number);
        if (kept) {
            builder.state(folder.resolve("n" + number));
        }
        Meshlock node = (number == 1 ? builder.bootstrap() : builder).start();
        nodes.put(number, node);
        return node;
    }

    /** Nodes in a row, each of which has the pool; three of them vote. */
    private List<PermitPool> row(int length, boolean kept) throws InterruptedException {
        List<PermitPool> pools = new ArrayList<>();
        for (int i = 1; i <= length; i++) {
            pools.add(start(i, kept).pool("job", QUICK));
            if (i > 1) {
                network.connect(i - 1, i);
            }
        }
        for (PermitPool pool : pools) {
            use(pool);
        }
        await().until(() -> {
            use(pools.get(0));
            return pools.get(length - 1).status().orElseThrow().voters().size() >= 3;
        });
        return pools;
    }

    private static Grant get(PermitPool pool) throws InterruptedException {
        return pool.tryAcquire(1, TestTimeouts.LONG).orElseThrow();
    }

    private static long use(PermitPool pool) throws InterruptedException {
        try (Grant grant = get(pool)) {
            return grant.fencingToken();
        }
    }

    private boolean isForgotten() {
        return nodes.values().stream().allMatch(node -> node.pools().isEmpty());
    }

    @Test
    void endsAtAllNodes() throws Exception {
        List<PermitPool> pools = row(4, true);
        Queue<LossReason> lost = new ConcurrentLinkedQueue<>();
        Grant held = pools.get(0).acquire(2);
        held.onLost(lost::add);
        CompletableFuture<Grant> waiting = pools.get(3).acquireAsync(Request.permits(1));
        pools.get(2).destroy();
        await().until(() -> isForgotten() && waiting.isDone() && !lost.isEmpty());
        assertThat(lost).containsExactly(LossReason.POOL_DESTROYED);
        assertThat(held.isValid()).isFalse();
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(waiting::get)
                .withCauseInstanceOf(PoolDestroyedException.class);
        assertThatExceptionOfType(PoolDestroyedException.class)
                .isThrownBy(() -> pools.get(1).acquire())
                .withMessage("pool 'job' was destroyed; open it again to begin it anew");
        assertThatExceptionOfType(UnknownPoolException.class)
                .isThrownBy(() -> nodes.get(4).pool("job"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void beginsAnewWithLargerFencingTokensAndOtherSettings(boolean kept) throws Exception {
        List<PermitPool> pools = row(4, kept);
        long before = use(pools.get(3));
        pools.get(0).destroy();
        await().until(this::isForgotten);
        PermitPool again = nodes.get(4).pool("job", quick(3, 500));
        long after = use(again);
        assertThat(after).isGreaterThan(before);
        await().until(() -> again.permits() == 3);
        again.tryAcquire(3, TestTimeouts.LONG).orElseThrow().close();
        assertThat(use(nodes.get(2).pool("job", again.config()))).isGreaterThan(after);
    }

    @Test
    void isRememberedByVotersAfterARestart() throws Exception {
        List<PermitPool> pools = row(3, true);
        long before = use(pools.get(2));
        pools.get(1).destroy();
        await().until(this::isForgotten);
        nodes.values().forEach(Meshlock::close);
        for (int i = 1; i <= 3; i++) {
            start(i, true);
        }
        assertThat(use(nodes.get(3).pool("job", QUICK))).isGreaterThan(before);
    }

    /** A node that did not hear of it comes back, and still uses it: that begins it anew. */
    @Test
    void beginsAnewByWhoeverStillUsesIt() throws Exception {
        List<PermitPool> pools = row(4, true);
        long before = use(pools.get(3));
        network.cut(3, 4);
        pools.get(0).destroy();
        await().until(() ->
                nodes.get(3).pools().isEmpty() && nodes.get(1).pools().isEmpty());
        network.connect(3, 4);
        assertThat(use(pools.get(3))).isGreaterThan(before);
    }

    @Test
    void needsRecovery() {
        PermitPool off = start(1, false).pool("off", PoolConfig.permits(1).recovery(Recovery.OFF));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(off::destroy)
                .withMessage("pool 'off' has no recovery: what was destroyed could not begin anew");
    }
}
