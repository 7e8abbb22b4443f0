package io.meshlock;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.spi.InProcessNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A pool at its bound: a million permits, half of them in one grant. */
@DisplayName("A pool of a million permits")
class LargePoolTest {

    private static final int MOST = PoolConfig.MAX_PERMITS;
    private static final long BEACON = 50;
    private static final long ELECTION_TIMEOUT = 1_000;
    private static final long LEASE = 2_000;
    private static final PoolConfig SEATS = PoolConfig.permits(MOST)
            .recovery(Recovery.MAJORITY
                    .beacon(Duration.ofMillis(BEACON))
                    .electionTimeout(Duration.ofMillis(ELECTION_TIMEOUT)))
            .lease(Duration.ofMillis(LEASE));

    /** q (G + 6 b + L') + 4 d, one hop; see docs/protocols/recovery.md. */
    private static final long BOUND = (long) (1.0203 * (ELECTION_TIMEOUT + 6 * BEACON + 1.0203 * LEASE) + BEACON);

    private static final long BUSY_MACHINE = Boolean.getBoolean("large.strict") ? 0 : 10_000;

    private final InProcessNetwork network = new InProcessNetwork();
    private final List<Meshlock> nodes = new ArrayList<>();

    @BeforeEach
    void start() {
        network.connect(1, 2);
        network.connect(1, 3);
        network.connect(2, 3);
        for (int i = 1; i <= 3; i++) {
            MeshlockBuilder builder = Meshlock.builder().inProcess(network, i, "n" + i);
            nodes.add((i == 1 ? builder.bootstrap() : builder).start());
        }
    }

    @AfterEach
    void close() {
        nodes.forEach(Meshlock::close);
        network.close();
    }

    private PermitPool pool(int node) {
        return nodes.get(node - 1).pool("seats", SEATS);
    }

    private static Grant acquire(PermitPool pool, int permits) throws InterruptedException {
        return pool.tryAcquire(permits, TestTimeouts.LONG).orElseThrow();
    }

    @Test
    void recoversWithHalfOfItOut() throws InterruptedException {
        pool(1);
        try (Grant half = acquire(pool(2), MOST / 2);
                Grant other = acquire(pool(3), 1)) {
            assertThat(half.slots()).hasSize(MOST / 2);
            for (int node = 1; node <= 3; node++) { // all of them know that they vote
                PermitPool pool = pool(node);
                await().until(() -> pool.status().orElseThrow().voters().size() == 3);
            }
            assertThat(pool(1).status().orElseThrow().token()).isTrue();
            network.cut(1, 2); // to the others, a crash
            network.cut(1, 3);
            // All but the known grants is kept back for a lease; then there is room for one more half.
            long began = System.nanoTime();
            try (Grant again = acquire(pool(3), MOST / 2 - 10)) {
                assertThat(again.slots()).hasSize(MOST / 2 - 10).doesNotContainAnyElementsOf(other.slots());
            }
            long millis = (System.nanoTime() - began) / 1_000_000;
            System.out.printf("half a million permits granted after %d ms; bound %d ms%n", millis, BOUND);
            assertThat(millis).isLessThanOrEqualTo(BOUND + BUSY_MACHINE);
        }
    }

    @Test
    void isTheLargestThereIs() {
        assertThatThrownBy(() -> PoolConfig.permits(MOST + 1)).hasMessageContaining("at most 1000000 permits");
        assertThatThrownBy(() -> Request.permits(MOST + 1)).hasMessageContaining("at most 1000000 permits");
        assertThatThrownBy(() -> pool(1).resize(MOST + 1)).hasMessageContaining("at most 1000000 permits");
        assertThatThrownBy(() -> pool(1).resize(Integer.MAX_VALUE)).hasMessageContaining("at most 1000000 permits");
    }
}
