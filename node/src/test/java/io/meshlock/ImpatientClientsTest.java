package io.meshlock;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.spi.InProcessNetwork;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients that ask in a loop, each time with little patience, as schedulers do. Strictly by the bound with {@code
 * -Dimpatient.strict=true}, on a machine that is at rest; otherwise with room for a busy one.
 */
@DisplayName("Clients that withdraw and ask again")
class ImpatientClientsTest {

    private static final long BEACON = 50;
    private static final long ELECTION_TIMEOUT = 500;
    private static final long LEASE = 700;
    private static final PoolConfig LOCK = PoolConfig.permits(1)
            .recovery(Recovery.MAJORITY
                    .beacon(Duration.ofMillis(BEACON))
                    .electionTimeout(Duration.ofMillis(ELECTION_TIMEOUT)))
            .lease(Duration.ofMillis(LEASE));

    /** q (G + 6 b + L') + 4 d, one hop; see docs/protocols/recovery.md. */
    private static final long BOUND = (long) (1.0203 * (ELECTION_TIMEOUT + 6 * BEACON + 1.0203 * LEASE) + BEACON);

    private static final long BUSY_MACHINE = Boolean.getBoolean("impatient.strict") ? 0 : BOUND + 10_000;

    private final InProcessNetwork network = new InProcessNetwork();
    private final List<Meshlock> nodes = new ArrayList<>();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        nodes.forEach(Meshlock::close);
        network.close();
    }

    private PermitPool start(int number) {
        MeshlockBuilder builder =
                Meshlock.builder().inProcess(network, number, "n" + number).state(folder.resolve("n" + number));
        nodes.add((number == 1 ? builder.bootstrap() : builder).start());
        return nodes.get(number - 1).pool("lock", LOCK);
    }

    @ParameterizedTest
    @ValueSource(longs = {20, 50, 100, 150, 200, 500, 1_000, 1_400, 3_000})
    void areServedWithinTheBoundAfterTheTokensNodeIsLost(long patience) throws Exception {
        network.connect(1, 2);
        network.connect(2, 3);
        PermitPool one = start(1);
        start(2);
        PermitPool three = start(3);
        await().until(() -> {
            three.tryAcquire(1, Duration.ofSeconds(1)).ifPresent(Grant::close);
            return three.status().orElseThrow().voters().size() == 3;
        });
        await().until(
                        () -> { // the token goes where the pool is used
                            one.tryAcquire(1, TestTimeouts.LONG).ifPresent(Grant::close);
                            return one.status().orElseThrow().token();
                        });
        Grant held = one.tryAcquire(1, TestTimeouts.LONG).orElseThrow();
        network.cut(1, 2);
        long lost = System.nanoTime();
        Grant granted = null;
        while (granted == null && System.nanoTime() - lost < TestTimeouts.LONG.toNanos()) {
            granted = three.tryAcquire(1, Duration.ofMillis(patience)).orElse(null);
        }
        long millis = (System.nanoTime() - lost) / 1_000_000;
        System.out.printf(
                "asked again every %d ms: served after %d ms; bound %d ms%n", patience, millis, BOUND + patience);
        assertThat(granted).isNotNull();
        assertThat(held.isValid()).isFalse();
        assertThat(millis).isLessThanOrEqualTo(BOUND + patience + BUSY_MACHINE);
    }
}
