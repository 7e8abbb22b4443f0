package io.meshlock.daemon.http;

import static io.meshlock.daemon.Timeouts.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.Grant;
import io.meshlock.Meshlock;
import io.meshlock.PermitPool;
import io.meshlock.PoolConfig;
import io.meshlock.PoolStatus;
import io.meshlock.Recovery;
import io.meshlock.daemon.Daemon;
import io.meshlock.daemon.Timeouts;
import io.meshlock.daemon.client.DaemonClient;
import io.meshlock.spi.InProcessNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A machine that was taken away counts for the majority until somebody says so. */
@DisplayName("A voter that is gone for good")
class MembersTest {

    private static final PoolConfig DOCKS = PoolConfig.permits(2)
            .recovery(Recovery.MAJORITY.beacon(Duration.ofMillis(20)).electionTimeout(Duration.ofMillis(300)))
            .lease(Duration.ofSeconds(1));

    private final InProcessNetwork network = new InProcessNetwork();
    private final List<Meshlock> nodes = new ArrayList<>();

    @AfterEach
    void close() {
        nodes.forEach(Meshlock::close);
        network.close();
    }

    private PermitPool docks(int number) throws InterruptedException {
        Meshlock node =
                Meshlock.builder().inProcess(network, number, "n" + number).start();
        nodes.add(node);
        return use(node.pool("docks", DOCKS));
    }

    private static PermitPool use(PermitPool pool) throws InterruptedException {
        pool.tryAcquire(1, Timeouts.LONG).ifPresent(Grant::close);
        return pool;
    }

    private static List<Integer> voters(PermitPool pool) {
        return pool.status().map(PoolStatus::voters).orElseThrow();
    }

    @Test
    void isRemoved() throws Exception {
        network.connect(1, 2);
        network.connect(1, 3);
        network.connect(2, 3);
        nodes.add(Meshlock.builder().inProcess(network, 1, "n1").bootstrap().start());
        PermitPool first = nodes.get(0).pool("docks", DOCKS);
        PermitPool second = docks(2);
        docks(3);
        await().until(() -> voters(use(first)).size() == 3);
        network.cut(1, 3);
        network.cut(2, 3);
        try (Daemon daemon = Daemon.start(nodes.get(0), ApiClient.SETTINGS, List.of())) {
            DaemonClient client = new DaemonClient(daemon.uri(), daemon.token());
            String members = "/api/v1/pools/docks/members";
            assertThat(client.delete(members + "/3").get("voters")).isNotEmpty();
            await().until(() -> !voters(first).contains(3) && !voters(second).contains(3));
            assertThat(client.get(members).get("voters"))
                    .noneMatch(voter -> voter.get("number").asInt() == 3);
            assertThatThrownBy(() -> client.delete(members + "/3"))
                    .hasMessageContaining("member '3': does not vote in pool 'docks'");
            use(second);
            assertThat(first.problem()).isEmpty();
        }
    }
}
