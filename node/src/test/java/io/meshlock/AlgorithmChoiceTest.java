package io.meshlock;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.meshlock.spi.InProcessNetwork;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A pool's algorithm")
class AlgorithmChoiceTest {

    /** Nodes 0 and 1 share it. */
    private static final PoolConfig FORKS =
            PoolConfig.permits(2).algorithm("lookahead").hosts(0, 2);

    private final InProcessNetwork network = new InProcessNetwork();
    private final List<Meshlock> nodes = new ArrayList<>();

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        nodes.forEach(Meshlock::close);
        network.close();
    }

    private Meshlock node(int number) {
        MeshlockBuilder builder =
                Meshlock.builder().inProcess(network, number, "n" + number).state(folder.resolve("n" + number));
        Meshlock node = number == 0 ? builder.bootstrap().start() : builder.start();
        nodes.add(node);
        return node;
    }

    @Test
    void tokensThatRoamAreSharedByRealNodes() throws InterruptedException {
        network.connect(0, 1);
        PoolConfig config = PoolConfig.permits(2).algorithm("krl");
        PermitPool here = node(0).pool("docks", config);
        PermitPool there = node(1).pool("docks", config);
        Grant first = here.acquire();
        try (Grant second = there.acquire()) {
            assertThat(there.tryAcquire(1, Duration.ofMillis(50))).isEmpty();
            assertThatExceptionOfType(UnsupportedOperationException.class)
                    .isThrownBy(second::fencingToken)
                    .withMessage("pool 'docks': algorithm 'krl' does not number grants over the whole mesh");
        }
        first.close();
        assertThat(there.tryAcquire(1, TestTimeouts.LONG)).isPresent();
    }

    /** 0 — 9 — 1: node 9 in between is not a host and does not take part in the pool. */
    @Test
    void messagesAreRoutedOverNodesThatDoNotTakePart() throws InterruptedException {
        network.connect(0, 9);
        network.connect(1, 9);
        PermitPool here = node(0).pool("docks", FORKS);
        PermitPool there = node(1).pool("docks", FORKS);
        Meshlock between = node(9);
        Grant both = here.acquire(2);
        assertThat(there.tryAcquire(1, Duration.ofMillis(50))).isEmpty();
        both.close();
        try (Grant next = there.acquire(2)) {
            assertThat(next.fencingToken()).isGreaterThan(both.fencingToken());
            assertThat(here.tryAcquire(1, Duration.ofMillis(50))).isEmpty();
        }
        assertThat(between.linkEvents())
                .hasEntrySatisfying(
                        "routed_passed_on", count -> assertThat(count).isPositive());
        assertThat(between.pools()).isEmpty();

        network.cut(1, 9);
        await().until(() -> between.neighbours().size() == 1);
        Optional<Grant> alone = there.tryAcquire(2, Duration.ofMillis(100));
        alone.ifPresent(Grant::close); // granted if the fork is at this node
        network.connect(0, 1);
        assertThat(here.tryAcquire(2, TestTimeouts.LONG)).isPresent();
    }

    @Test
    void aNodeThatForgotEverythingBeginsANewIncarnation() throws InterruptedException {
        network.connect(0, 1);
        PermitPool here = node(0).pool("docks", FORKS);
        Meshlock other = node(1);
        Grant before = other.pool("docks", FORKS).acquire(2);
        long number = before.fencingToken();
        other.close();
        PermitPool there = node(1).pool("docks", FORKS);
        try (Grant after = here.acquire(2)) {
            assertThat(after.fencingToken()).isGreaterThan(number);
            assertThat(there.tryAcquire(1, Duration.ofMillis(50))).isEmpty();
        }
        try (Grant again = there.acquire(1)) {
            assertThat(again.fencingToken()).isGreaterThan(1L << 38);
        }
    }

    @Test
    void whatCannotWorkIsRefusedInWordsEveryTime() {
        Meshlock node = node(0);
        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> node.pool("a", PoolConfig.permits(1).algorithm("central")))
                    .withMessageStartingWith("algorithm 'central' does not run on real links; expected one of");
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> node.pool("b", PoolConfig.permits(1).algorithm("lookahead")))
                    .withMessage("pool 'b': algorithm 'lookahead' must know who shares the pool;"
                            + " expected hosts, as in config.hosts(1, 5)");
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> node.pool("c", FORKS.hosts(5, 2)))
                    .withMessage("node 0 is none of the pool's hosts, 5 to 6");
        }
        assertThat(node.pools()).isEmpty();
        try (Meshlock forgetful = Meshlock.builder().node("x").start()) {
            assertThatExceptionOfType(MeshlockException.class)
                    .isThrownBy(() -> forgetful.pool("docks", FORKS))
                    .withMessageStartingWith("pool 'docks' needs a state folder");
        }
    }
}
