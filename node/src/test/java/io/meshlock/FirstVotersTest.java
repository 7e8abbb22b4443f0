package io.meshlock;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.meshlock.spi.InProcessNetwork;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A mesh that names its first voters")
class FirstVotersTest {

    private static final PoolConfig DOCKS = PoolConfig.permits(2)
            .recovery(Recovery.MAJORITY.beacon(Duration.ofMillis(50)).electionTimeout(Duration.ofSeconds(1)))
            .lease(Duration.ofSeconds(3));

    private final InProcessNetwork network = new InProcessNetwork();
    private final Map<Integer, Meshlock> nodes = new HashMap<>();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        nodes.values().forEach(Meshlock::close);
        network.close();
    }

    private MeshlockBuilder node(int number) {
        return Meshlock.builder().inProcess(network, number, "n" + number).voters(1, 2, 3);
    }

    private PermitPool docks(int number) {
        Meshlock node = node(number).state(folder.resolve("n" + number)).start();
        nodes.put(number, node);
        return node.pool("docks", DOCKS);
    }

    @Test
    void beginsAPoolByAMajorityOfThem() throws Exception {
        network.connect(1, 2);
        network.connect(2, 3);
        network.connect(3, 4);
        PermitPool four = docks(4);
        PermitPool one = docks(1);
        assertThat(one.tryAcquire(1, Duration.ofSeconds(2))).as("one of three").isEmpty();
        PermitPool two = docks(2);
        Grant first = two.tryAcquire(1, TestTimeouts.LONG).orElseThrow();
        docks(3);
        Grant second = four.tryAcquire(1, TestTimeouts.LONG).orElseThrow();
        assertThat(second.fence()).isGreaterThan(first.fence());
        assertThat(first.slots()).isNotEqualTo(second.slots());
        assertThat(one.tryAcquire(1, Duration.ofMillis(200))).as("both are out").isEmpty();
    }

    @Test
    void goesOnFromTheFoldersOfAMajority() throws Exception {
        network.connect(1, 2);
        network.connect(2, 3);
        network.connect(1, 3);
        docks(1);
        docks(2);
        String before;
        try (Grant grant = docks(3).tryAcquire(1, TestTimeouts.LONG).orElseThrow()) {
            before = grant.fence();
        }
        await().until(() ->
                nodes.get(1).pool("docks").status().orElseThrow().members().size() == 3);
        nodes.values().forEach(Meshlock::close);
        docks(1);
        try (Grant grant = docks(2).tryAcquire(1, TestTimeouts.LONG).orElseThrow()) {
            assertThat(grant.fence()).isGreaterThan(before);
        }
    }

    @Test
    void needsFoldersAtThem() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> node(2).start())
                .withMessage("node n2(2) is one of the first voters [1, 2, 3], and needs a state folder:"
                        + " others count on what it promises");
        assertThatIllegalArgumentException().isThrownBy(() -> node(4).voters(1, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> node(5).voters(1, 1, 2));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> node(6).bootstrap().start());
    }
}
