package io.meshlock;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.spi.InProcessNetwork;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that open one pool with different settings: whose hold, who is told, and what a restart makes of it. */
@DisplayName("Different settings of one pool")
class DisagreementTest {

    private static final PoolConfig RIGHT = PoolConfig.permits(5);
    private static final PoolConfig WRONG = PoolConfig.permits(7);

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
        MeshlockBuilder builder = Meshlock.builder().inProcess(network, number, "n" + number);
        Meshlock node = bootstrap ? builder.bootstrap().start() : builder.start();
        nodes.put(number, node);
        return node;
    }

    /** A typing error at node 3 is heard at node 2 before the word of the node that bootstraps. */
    @Test
    void areThoseOfTheBootstrapNodeWhoeverWasHeardFirst() throws Exception {
        network.connect(2, 3);
        PermitPool wrong = start(3, false).pool("p", WRONG);
        CompletableFuture<Grant> waiting = wrong.acquireAsync(Request.ONE);
        Meshlock two = start(2, false);
        await().until(() -> !two.pools().isEmpty());
        assertThat(two.pool("p").config()).isEqualTo(WRONG);

        network.connect(2, 4);
        network.connect(1, 2);
        PermitPool four = start(4, false).pool("p", RIGHT);
        CompletableFuture<Grant> patient = four.acquireAsync(Request.ONE);
        start(1, true).pool("p", RIGHT);

        assertThat(patient.get(TestTimeouts.SECONDS, TimeUnit.SECONDS).isValid())
                .isTrue();
        assertThatThrownBy(() -> waiting.get(TestTimeouts.SECONDS, TimeUnit.SECONDS))
                .as("the node that is wrong is told, two hops from the one that is right")
                .hasCauseInstanceOf(PoolConflictException.class)
                .hasMessageContaining("pool 'p' was asked for with permits 7")
                .hasMessageContaining("has it with permits 5");
        assertThat(two.pool("p").config()).isEqualTo(RIGHT);
        assertThatExceptionOfType(PoolConflictException.class).isThrownBy(wrong::acquire);
        await().untilAsserted(() ->
                assertThat(nodes.get(3).pool("p").problem().orElse("")).contains("permits 7"));

        assertThat(nodes.get(3).pool("p", RIGHT).tryAcquire(1, TestTimeouts.LONG))
                .as("with the right settings all is well")
                .isPresent();
    }

    /** Node 3 is behind the node that is wrong, which passes messages on all the same. */
    @Test
    void doNotCutOffWhoIsBehind() throws Exception {
        network.connect(1, 2);
        network.connect(2, 3);
        start(2, false).pool("p", WRONG); // first: it would be refused once it has heard of the other settings
        start(1, true).pool("p", RIGHT);
        assertThat(start(3, false).pool("p", RIGHT).tryAcquire(1, TestTimeouts.LONG))
                .isPresent();
    }

    @RepeatedTest(10)
    void areNotHeldAgainstANodeThatIsRight() throws Exception {
        network.connect(1, 2);
        network.connect(2, 3);
        start(3, false).pool("p", WRONG);
        start(1, true).pool("p", RIGHT);
        assertThat(start(2, false).pool("p", RIGHT).tryAcquire(1, TestTimeouts.LONG))
                .isPresent();
    }

    @Test
    void withoutABootstrapNodeAreToldAndDecidedByNobody() throws Exception {
        network.connect(1, 2);
        PermitPool one = start(1, false).pool("p", RIGHT);
        PermitPool two = start(2, false).pool("p", WRONG);
        await().untilAsserted(() -> assertThat(two.problem().orElse(""))
                .isEqualTo("pool 'p' waits: this node has not heard of a node that bootstrapped it; n1(1) has it with "
                        + RIGHT + ", but this node with " + WRONG));
        assertThat(one.tryAcquire(1, Duration.ofMillis(50))).isEmpty();
    }

    private Meshlock alone() {
        return Meshlock.builder().node("a").bootstrap().state(folder).start();
    }

    @Test
    void afterARestartAreAnError() throws Exception {
        try (Meshlock before = alone()) {
            before.pool("p", RIGHT).acquire().close();
        }
        try (Meshlock after = alone()) {
            for (PoolConfig other : new PoolConfig[] {
                WRONG, PoolConfig.permits(3), RIGHT.policy(Policy.FIFO), RIGHT.lease(Duration.ofSeconds(1))
            }) {
                assertThatExceptionOfType(PoolConflictException.class)
                        .isThrownBy(() -> after.pool("p", other))
                        .withMessage("pool 'p' was asked for with " + other
                                + ", but the state folder of node 'a' has it"
                                + " with " + RIGHT + ". Use those settings; './meshlock resize' or PermitPool.resize"
                                + " changes the number of permits");
            }
            assertThat(after.pool("p", RIGHT).tryAcquire(5, TestTimeouts.LONG)).isPresent();
        }
    }

    @Test
    void afterARestartMayBeThoseOfAnOperator() throws Exception {
        try (Meshlock before = alone()) {
            PermitPool pool = before.pool("p", RIGHT);
            pool.acquire().close();
            pool.resize(3);
            await().until(() -> pool.permits() == 3);
        }
        try (Meshlock after = alone()) {
            assertThat(after.pool("p", PoolConfig.permits(3)).permits()).isEqualTo(3);
            assertThat(after.pool("p", RIGHT).permits()).isEqualTo(3);
            assertThatExceptionOfType(PoolConflictException.class).isThrownBy(() -> after.pool("p", WRONG));
        }
    }
}
