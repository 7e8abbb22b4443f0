package io.meshlock;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.meshlock.spi.InProcessNetwork;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Three nodes in a row, the token at the first; grants are made at the third. */
@DisplayName("Some permits of a grant")
class GrantPartsTest {

    private static final PoolConfig FIVE = PoolConfig.permits(5).lease(Duration.ofSeconds(2));

    private final InProcessNetwork network = new InProcessNetwork();
    private final List<Meshlock> nodes = new ArrayList<>();

    GrantPartsTest() {
        network.connect(1, 2);
        network.connect(2, 3);
        for (int number = 1; number <= 3; number++) {
            MeshlockBuilder builder = Meshlock.builder().inProcess(network, number, "n" + number);
            nodes.add((number == 1 ? builder.bootstrap() : builder).start());
        }
    }

    @AfterEach
    void close() {
        nodes.forEach(Meshlock::close);
        network.close();
    }

    private PermitPool pool(int node, PoolConfig config) {
        return nodes.get(node - 1).pool("docks", config);
    }

    private static Grant acquire(PermitPool pool, int permits) throws InterruptedException {
        return pool.tryAcquire(permits, TestTimeouts.LONG).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"prioritized", "prioritized-moving"})
    void comeBackWhileTheRestIsHeld(String algorithm) throws InterruptedException {
        PoolConfig config = FIVE.algorithm(algorithm);
        PermitPool here = pool(1, config);
        PermitPool there = pool(3, config);
        Grant grant = acquire(there, 4);
        List<Integer> slots = grant.slots();
        assertThat(grant.release(3)).isTrue();
        assertThat(grant.permits()).isEqualTo(1);
        assertThat(grant.slots()).isEqualTo(slots.subList(0, 1));
        assertThat(grant.isValid()).isTrue();
        await().until(() -> there.heldPermits() == 1);
        Grant others = acquire(here, 4);
        assertThat(others.slots()).doesNotContainAnyElementsOf(grant.slots());
        assertThat(others.fencingToken()).isGreaterThan(grant.fencingToken());
        assertThat(there.tryAcquire()).as("one is held here and four there").isEmpty();
        assertThat(grant.release(1)).as("the last is all of it").isTrue();
        assertThat(grant.isValid()).isFalse();
        assertThat(grant.release(1)).as("there is nothing left").isFalse();
        assertThat(acquire(there, 1).slots()).isEqualTo(slots.subList(0, 1));
        others.close();
    }

    @Test
    void canBeGivenBackOneByOne() throws InterruptedException {
        PermitPool there = pool(3, FIVE);
        Grant grant = acquire(there, 5);
        for (int left = 4; left > 0; left--) {
            grant.release(1);
            assertThat(grant.permits()).isEqualTo(left);
            acquire(pool(2, FIVE), 5 - left).close();
        }
        grant.close();
        acquire(pool(1, FIVE), 5).close();
    }

    /** The next token learns of it from the grant's node. */
    @Test
    void stayBackAfterTheTokenIsLost() throws InterruptedException {
        PoolConfig quick = PoolConfig.permits(5)
                .recovery(Recovery.MAJORITY.beacon(Duration.ofMillis(20)).electionTimeout(Duration.ofMillis(300)))
                .lease(Duration.ofSeconds(3));
        pool(1, quick);
        PermitPool middle = pool(2, quick);
        PermitPool there = pool(3, quick);
        Grant grant = acquire(there, 4);
        await().until(() -> middle.status().orElseThrow().voters().size() == 3);
        grant.release(3);
        network.cut(1, 2);
        acquire(middle, 4).close();
        assertThat(grant.isValid()).isTrue();
        grant.close();
        acquire(middle, 5).close();
    }

    @Test
    void comeBackWhenTheyWereHeldForLongEnough() throws InterruptedException {
        PermitPool there = pool(3, FIVE);
        Duration least = Duration.ofMillis(300);
        long begin = System.nanoTime();
        Grant grant = there.acquire(Request.permits(5).minHold(least));
        grant.release(2);
        acquire(pool(1, FIVE), 2).close();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(least);
        assertThat(grant.isValid()).isTrue();
    }

    @Test
    void areSome(@TempDir Path folder) throws InterruptedException {
        Grant grant = acquire(pool(3, FIVE), 2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> grant.release(3))
                .withMessage("pool 'docks': a grant of 2 cannot give back 3");
        assertThatIllegalArgumentException().isThrownBy(() -> grant.release(0));
        try (Meshlock other =
                Meshlock.builder().inProcess(network, 9, "nine").state(folder).start()) {
            PermitPool forks = other.pool(
                    "forks", PoolConfig.permits(2).algorithm("lookahead").hosts(9, 1));
            Grant whole = forks.acquire(2);
            assertThatExceptionOfType(UnsupportedOperationException.class)
                    .isThrownBy(() -> whole.release(1))
                    .withMessage("pool 'forks': grants of algorithm 'lookahead' come back whole");
            assertThat(whole.release(2)).isTrue();
        }
    }
}
