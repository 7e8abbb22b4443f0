package io.meshlock;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.meshlock.spi.InProcessNetwork;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ephemeral nodes and lost folders: a pool is bootstrapped a second time beside a living one, and the two meet. */
@DisplayName("A pool that was bootstrapped twice")
class TwoInstancesTest {

    private static final PoolConfig ONE = PoolConfig.permits(1);

    private final InProcessNetwork network = new InProcessNetwork();
    private final Map<Integer, Meshlock> nodes = new HashMap<>();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        nodes.values().forEach(Meshlock::close);
        network.close();
    }

    private Meshlock start(int number, boolean bootstrap) {
        MeshlockBuilder builder =
                Meshlock.builder().inProcess(network, number, "n" + number).state(folder.resolve("n" + number));
        Meshlock node = bootstrap ? builder.bootstrap().start() : builder.start();
        nodes.put(number, node);
        return node;
    }

    /** Ages of instances are told apart by eighths of a second. */
    private static void awaitAnotherMoment() {
        long now = System.currentTimeMillis() / 125;
        await().until(() -> System.currentTimeMillis() / 125 > now);
    }

    @Test
    void grantsInTheOlderInstanceOnly() throws Exception {
        PermitPool older = start(1, true).pool("docks", ONE);
        Grant first = older.acquire();
        awaitAnotherMoment();
        PermitPool younger = start(2, true).pool("docks", ONE);
        Grant second = younger.acquire();
        CompletableFuture<Grant> waiting = younger.acquireAsync(Request.ONE);
        network.connect(1, 2);

        await().until(() -> !second.isValid());
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> waiting.get(TestTimeouts.SECONDS, TimeUnit.SECONDS))
                .withCauseInstanceOf(PoolSupersededException.class)
                .withMessageContaining("pool 'docks' was bootstrapped twice");
        String sentence =
                "pool 'docks' was bootstrapped twice; the instance that this node bootstrapped is the younger,"
                        + " and grants nothing. Restart this node to take part in the older";
        await().untilAsserted(() -> assertThat(younger.problem()).contains(sentence));
        assertThatExceptionOfType(PoolSupersededException.class)
                .isThrownBy(younger::acquire)
                .withMessage(sentence);
        assertThatExceptionOfType(PoolSupersededException.class)
                .as("also if the program asks for the pool again")
                .isThrownBy(() -> nodes.get(2).pool("docks", ONE).acquire());
        second.close();
        assertThat(first.isValid()).isTrue();
        assertThat(older.problem()).isEmpty();
        first.close();
        assertThat(older.tryAcquire(1, TestTimeouts.LONG)).isPresent();
    }

    @Test
    void lastsUntilTheNodeThatDidItIsRestarted() throws Exception {
        PermitPool older = start(1, true).pool("docks", ONE);
        older.acquire().close();
        awaitAnotherMoment();
        PermitPool younger = start(2, true).pool("docks", ONE);
        younger.acquire().close();
        network.connect(1, 2);
        await().until(() -> younger.problem().isPresent());
        nodes.get(2).close();
        PermitPool healed = start(2, true).pool("docks", ONE);
        try (Grant grant = healed.tryAcquire(1, TestTimeouts.LONG).orElseThrow()) {
            assertThat(older.tryAcquire()).as("one pool again").isEmpty();
            assertThat(grant.isValid()).isTrue();
        }
        assertThat(healed.problem()).isEmpty();
    }

    /** Node 3 only heard of the younger instance first; it is behind the node that did it. */
    @Test
    void movesNodesThatDidNothingWrongToTheOlderInstance() throws Exception {
        PermitPool older = start(1, true).pool("docks", ONE);
        older.acquire().close();
        awaitAnotherMoment();
        network.connect(2, 3);
        start(2, true).pool("docks", ONE);
        PermitPool innocent = start(3, false).pool("docks", ONE);
        Grant wrong = innocent.acquire();
        network.connect(1, 2);
        await().until(() -> !wrong.isValid());
        await().until(() -> {
            try {
                return innocent.tryAcquire(1, TestTimeouts.LONG).isPresent();
            } catch (PoolSupersededException e) {
                return false; // it was about to change over
            }
        });
        assertThat(older.tryAcquire())
                .as("it has the permit of the older instance")
                .isEmpty();
    }
}
