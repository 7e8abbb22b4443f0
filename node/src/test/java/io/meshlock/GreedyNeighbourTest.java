package io.meshlock;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Nodes with real links, of which one opens more pools than the node in the middle may have. */
@DisplayName("A neighbour that opens pools without end")
class GreedyNeighbourTest {

    private static final PoolConfig ONE = PoolConfig.permits(1);

    private final Deque<Meshlock> nodes = new ArrayDeque<>();

    @AfterEach
    void close() {
        nodes.forEach(Meshlock::close);
    }

    private Meshlock start(int number, MeshlockBuilder builder) {
        Meshlock node = builder.insecure(number).ephemeral().start();
        nodes.push(node);
        return node;
    }

    private Meshlock neighbour(int number, Meshlock middle) {
        String address = "127.0.0.1:" + middle.listenPort().orElseThrow();
        return start(number, Meshlock.builder().node("n" + number).peer(address));
    }

    @Test
    void leavesRoomForThePoolsOfOthers() throws InterruptedException {
        Meshlock middle = start(
                1,
                Meshlock.builder()
                        .node("middle")
                        .listen("127.0.0.1:0")
                        .bootstrap()
                        .maxPools(20));
        Meshlock greedy = neighbour(2, middle);
        for (int i = 0; i < 40; i++) {
            greedy.pool("greed " + i, ONE);
        }
        await().during(Duration.ofMillis(300)).until(() -> middle.pools().size() == 15);
        for (int number = 3; number <= 4; number++) {
            PermitPool dock = neighbour(number, middle).pool("dock " + number, ONE);
            try (Grant grant = dock.tryAcquire(1, TestTimeouts.LONG).orElseThrow()) {
                assertThat(grant.isValid()).isTrue();
            }
        }
        PermitPool own = middle.pool("own", ONE);
        assertThat(middle.pools()).hasSize(18).contains(own);
    }
}
