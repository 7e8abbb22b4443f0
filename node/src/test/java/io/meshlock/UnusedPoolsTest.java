package io.meshlock;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.meshlock.spi.InProcessNetwork;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Pools that nobody uses")
class UnusedPoolsTest {

    /** Long enough for a busy computer to use a pool again before it expires, where a test wants that. */
    private static final Duration SOON = Duration.ofMillis(300);

    private static final PoolConfig QUICK = PoolConfig.permits(1)
            .recovery(Recovery.MAJORITY.beacon(Duration.ofMillis(50)).electionTimeout(Duration.ofMillis(500)))
            .lease(Duration.ofSeconds(2));

    private final InProcessNetwork network = new InProcessNetwork();
    private final Map<Integer, Meshlock> nodes = new HashMap<>();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        nodes.values().forEach(Meshlock::close);
        network.close();
    }

    /** Node 1 bootstraps, and has room for so few pools that it parks what nobody uses. */
    private Meshlock start(int number, Duration expiry) {
        MeshlockBuilder builder = Meshlock.builder()
                .inProcess(network, number, "n" + number)
                .state(folder.resolve("n" + number))
                .maxPools(number == 1 ? 1 : 100)
                .poolExpiry(expiry);
        Meshlock node = number == 1 ? builder.bootstrap().start() : builder.start();
        nodes.put(number, node);
        return node;
    }

    private static String use(PermitPool pool) throws InterruptedException {
        try (Grant grant = pool.tryAcquire(1, TestTimeouts.LONG).orElseThrow()) {
            return grant.fence();
        }
    }

    @Test
    void areParkedAndGoOnWithLargerFencingTokens() throws Exception {
        Meshlock alone = start(1, SOON);
        PermitPool jobs = alone.pool("job", QUICK);
        String first = use(jobs);
        await().until(() -> alone.pools().isEmpty());
        String second = use(jobs);
        assertThat(second).as("its handle is good").isGreaterThan(first);
        assertThat(alone.pools()).hasSize(1);
        await().until(() -> alone.pools().isEmpty());
        assertThat(use(alone.pool("job"))).as("it is found by its name").isGreaterThan(second);
        alone.close();
        String third = use(start(1, SOON).pool("job", QUICK));
        assertThat(third).as("also after a restart").isGreaterThan(second);
    }

    @Test
    void areNotParkedWhilePermitsAreHeldOrWaitedFor() throws Exception {
        Meshlock alone = Meshlock.builder()
                .node("a")
                .bootstrap()
                .maxPools(2)
                .poolExpiry(SOON)
                .start();
        nodes.put(1, alone);
        PermitPool other = alone.pool("other", QUICK);
        PermitPool jobs = alone.pool("job", QUICK);
        use(other);
        try (Grant held = jobs.acquire()) {
            await().until(() -> alone.pools().size() == 1);
            assertThat(alone.pools()).containsExactly(jobs);
            assertThat(held.isValid()).isTrue();
        }
    }

    @Test
    void makeRoomForOthers() throws Exception {
        Meshlock alone = Meshlock.builder()
                .node("a")
                .bootstrap()
                .maxPools(100)
                .poolExpiry(Duration.ofMillis(20))
                .start();
        nodes.put(1, alone);
        for (int i = 0; i < 300; i++) {
            String name = "job " + i;
            await().ignoreException(MeshlockException.class).until(() -> alone.pool(name, QUICK) != null);
            use(alone.pool(name, QUICK));
            assertThat(alone.pools()).hasSizeLessThanOrEqualTo(100);
        }
        assertThat(use(alone.pool("job 0"))).isNotNull();
        try (Grant held = alone.pool("held", QUICK).acquire()) {
            for (int i = 0; i < 100; i++) {
                String name = "lock " + i;
                await().ignoreException(MeshlockException.class).until(() -> alone.lock(name) != null);
                DistributedLock lock = alone.lock(name);
                lock.lock();
                try {
                    assertThat(lock.isHeldByCurrentThread()).isTrue();
                } finally {
                    lock.unlock();
                }
            }
            assertThat(held.isValid()).isTrue();
        }
    }

    /** Two nodes, of which the one that bootstrapped the pool votes. */
    @Test
    void areLeftAndFoundAgainByWhoeverUsesThem() throws Exception {
        network.connect(1, 2);
        Meshlock one = start(1, SOON);
        Meshlock two = start(2, SOON);
        PermitPool jobs = two.pool("job", QUICK);
        String first = use(jobs);
        await().until(() -> two.pools().isEmpty() && one.pools().isEmpty());
        String second = use(jobs);
        assertThat(second).isGreaterThan(first);
        await().until(() -> two.pools().isEmpty() && one.pools().isEmpty());
        assertThat(use(one.pool("job", QUICK))).isGreaterThan(second);
    }

    /** Three vote. What each has promised is needed for the next token, also if all of them have left the pool. */
    @Test
    void areLeftByVotersThatKeepTheirPromises() throws Exception {
        network.connect(1, 2);
        network.connect(1, 3);
        network.connect(2, 3);
        Meshlock one = start(1, SOON);
        Meshlock two = start(2, SOON);
        Meshlock three = start(3, SOON);
        PermitPool jobs = three.pool("job", QUICK);
        await().until(() -> {
            use(jobs);
            return jobs.status().orElseThrow().voters().size() == 3;
        });
        String first = use(jobs);
        await().until(() -> two.pools().isEmpty() && three.pools().isEmpty());
        assertThat(use(two.pool("job", QUICK))).isGreaterThan(first);
        assertThat(one.pools()).hasSize(1);
    }

    /** The node in the middle leaves, and those at the ends still have the pool. */
    @Test
    void areTakenPartInAgainByANodeInBetween() throws Exception {
        network.connect(1, 2);
        network.connect(2, 3);
        start(1, Duration.ofDays(1));
        Meshlock two = start(2, SOON);
        PermitPool jobs = start(3, Duration.ofDays(1)).pool("job", QUICK);
        String first = use(jobs);
        await().until(() -> two.pools().isEmpty());
        assertThat(use(jobs)).isGreaterThan(first);
    }

    @Test
    void withoutRecoveryStay() throws InterruptedException {
        PoolConfig off = PoolConfig.permits(1).recovery(Recovery.OFF);
        Meshlock alone = Meshlock.builder()
                .node("a")
                .bootstrap()
                .poolExpiry(SOON)
                .maxPools(2)
                .start();
        nodes.put(1, alone);
        alone.pool("stays", off).acquire().close();
        use(alone.pool("goes", QUICK));
        await().until(() -> alone.pools().size() == 1);
        assertThat(alone.pools()).extracting(PermitPool::name).containsExactly("stays");
        alone.pool("stays too", off);
        assertThatExceptionOfType(MeshlockException.class)
                .isThrownBy(() -> alone.pool("one too many", QUICK))
                .withMessage("node 'a' has 2 pools, its maximum");
    }
}
