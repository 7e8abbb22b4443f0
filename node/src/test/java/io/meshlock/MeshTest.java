package io.meshlock;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.MeshMap.PoolReport;
import io.meshlock.spi.InProcessNetwork;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Nodes of one mesh")
class MeshTest {

    private static final PoolConfig ONE = PoolConfig.permits(1);

    private final InProcessNetwork network = new InProcessNetwork();
    private final List<Meshlock> nodes = new ArrayList<>();

    @AfterEach
    void close() {
        nodes.forEach(Meshlock::close);
        network.close();
    }

    private Meshlock node(int number) {
        return start(Meshlock.builder().inProcess(network, number, "n" + number));
    }

    private Meshlock bootstrapNode(int number) {
        return start(Meshlock.builder().inProcess(network, number, "n" + number).bootstrap());
    }

    private Meshlock start(MeshlockBuilder builder) {
        Meshlock node = builder.start();
        nodes.add(node);
        return node;
    }

    @Test
    void withoutKeysOtherMachinesAreLetInOnPurposeOnly() {
        assertThatThrownBy(plain().listen(0)::start).hasMessageStartingWith("without keys, whoever reaches the port");
        assertThatThrownBy(plain().discover("239.7.4.0:7400")::start).hasMessageContaining("insecureAnywhere()");
        assertThat(start(plain().listen("127.0.0.1:0")).listenPort()).isPresent();
        assertThat(start(plain().listen(0).insecureAnywhere()).listenPort()).isPresent();
    }

    private static MeshlockBuilder plain() {
        return Meshlock.builder().node("a").insecure(1).ephemeral();
    }

    @Test
    void sharePermitsOverSeveralHops() throws InterruptedException {
        network.connect(0, 1);
        network.connect(1, 2);
        network.connect(2, 3);
        PermitPool atBootstrapNode = bootstrapNode(0).pool("docks", PoolConfig.permits(2));
        node(1);
        node(2);
        PermitPool farAway = node(3).pool("docks", PoolConfig.permits(2));
        try (Grant far = farAway.acquire(2)) {
            assertThat(atBootstrapNode.tryAcquire(1, Duration.ofMillis(50))).isEmpty();
            assertThat(far.slots()).containsExactly(1, 2);
        }
        Optional<Grant> near = atBootstrapNode.tryAcquire(1, TestTimeouts.LONG);
        assertThat(near).isPresent();
        assertThat(nodes.get(1).pool("docks").config())
                .as("nodes between take part")
                .isEqualTo(PoolConfig.permits(2));
        assertThat(nodes.get(1).neighbours()).containsExactly("n0", "n2");
    }

    @Test
    void drawAMapOfTheMesh() throws InterruptedException {
        network.connect(0, 1);
        network.connect(1, 2);
        PermitPool docks = bootstrapNode(0).pool("docks", PoolConfig.permits(3));
        Meshlock middle = node(1);
        Meshlock far = node(2);
        Grant held = far.pool("docks", PoolConfig.permits(3)).acquire(2);
        MeshMap.Node farNode = new MeshMap.Node(2, "n2", 2, List.of(new PoolReport("docks", 2, 0, 0)));
        MeshMap.Node here = new MeshMap.Node(0, "n0", 0, List.of(new PoolReport("docks", 0, 0, 1)));
        await().untilAsserted(() -> assertThat(nodes.get(0).map().nodes()).contains(here, farNode));
        assertThat(nodes.get(0).map().links()).containsExactly(new MeshMap.Link(0, 1), new MeshMap.Link(1, 2));
        await().untilAsserted(() -> assertThat(middle.map().nodes()).hasSize(3));

        network.cut(1, 2);
        await().until(() -> !nodes.get(0).map().nodes().get(2).isReachable());
        MeshMap cut = nodes.get(0).map();
        assertThat(cut.links()).containsExactly(new MeshMap.Link(0, 1));
        network.connect(1, 2);
        held.close();
        assertThat(docks.tryAcquire(3, TestTimeouts.LONG)).isPresent();
        await().until(() -> nodes.get(0).map().nodes().get(2).isReachable());
        assertThat(nodes.get(0).map().revision()).isGreaterThan(cut.revision());
    }

    @Test
    void aPoolWaitsForTheBootstrapNode() throws Exception {
        network.connect(0, 1);
        Meshlock early = node(1);
        PermitPool pool = early.pool("docks", ONE);
        assertThat(pool.tryAcquireHere(Request.ONE)).isEmpty();
        CompletableFuture<Grant> waiting = pool.acquireAsync(Request.ONE);
        assertThat(waiting).isNotDone();
        bootstrapNode(0);
        assertThat(waiting.get(TestTimeouts.SECONDS, TimeUnit.SECONDS).fencingToken())
                .isEqualTo(1);
    }

    @Test
    void otherSettingsAreRefusedWithBothNamed() throws Exception {
        Meshlock bootstrapNode = bootstrapNode(0);
        bootstrapNode.pool("docks", PoolConfig.permits(3));
        Meshlock other = node(1);
        PermitPool wrong = other.pool("docks", PoolConfig.permits(5));
        CompletableFuture<Grant> waiting = wrong.acquireAsync(Request.ONE);
        network.connect(0, 1);
        String message = "pool 'docks' was asked for with permits 5, policy priority, aging 100, algorithm prioritized,"
                + " but node 'n0' has it with permits 3, policy priority, aging 100, algorithm prioritized";
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> waiting.get(TestTimeouts.SECONDS, TimeUnit.SECONDS))
                .withCauseInstanceOf(PoolConflictException.class)
                .withMessageContaining(message);
        assertThatExceptionOfType(PoolConflictException.class)
                .isThrownBy(wrong::acquire)
                .withMessage(message);
        assertThat(bootstrapNode.pool("docks").tryAcquire(3))
                .as("the mesh's own pool goes on")
                .isPresent();

        PermitPool right = other.pool("docks", PoolConfig.permits(3));
        CompletableFuture<Grant> second = right.acquireAsync(Request.ONE);
        await().until(() -> bootstrapNode.pool("docks").statistics().received() > 0);
        assertThat(second).isNotDone();
        assertThatExceptionOfType(PoolConflictException.class).isThrownBy(wrong::acquire);
    }

    @Test
    void aPoolKnownFromANeighbourHasItsSettings() {
        network.connect(0, 1);
        bootstrapNode(0).pool("docks", PoolConfig.permits(3));
        Meshlock other = node(1);
        await().until(() -> other.pools().stream()
                .flatMap(pool -> pool.status().stream())
                .anyMatch(PoolStatus::takesPart)); // before, the node does not know that the pool is in use anywhere
        assertThatExceptionOfType(PoolConflictException.class)
                .isThrownBy(() -> other.pool("docks", PoolConfig.permits(4)))
                .withMessageContaining("but node 'n1' has it with permits 3");
    }

    @Test
    void aBootstrapNodeDoesNotBootstrapTwice(@TempDir Path folder) throws InterruptedException {
        network.connect(0, 1);
        Meshlock first = Meshlock.builder()
                .inProcess(network, 0, "n0")
                .bootstrap()
                .state(folder)
                .start();
        first.pool("docks", ONE).acquire().close();
        Meshlock other = node(1);
        Grant held = other.pool("docks", ONE).acquire();
        first.close();

        Meshlock again =
                start(Meshlock.builder().inProcess(network, 0, "n0").bootstrap().state(folder));
        assertThat(again.pool("docks", ONE).tryAcquire(1, Duration.ofMillis(100)))
                .as("the permit is out there, and so is the token")
                .isEmpty();
        assertThat(held.isValid()).isTrue();
        assertThat(again.pool("pool/é of its own", ONE).tryAcquire())
                .as("a new one is bootstrapped")
                .isPresent();
    }

    @Test
    void grantsOfANodeThatLeavesComeBack() throws InterruptedException {
        network.connect(0, 1);
        PermitPool pool = bootstrapNode(0).pool("docks", ONE);
        Meshlock leaver = node(1);
        leaver.pool("docks", ONE).acquire();
        assertThat(pool.tryAcquire(1, Duration.ofMillis(20))).isEmpty();
        leaver.close();
        assertThat(pool.tryAcquire(1, TestTimeouts.LONG)).isPresent();
    }

    @Test
    void tryAcquireHereAsksNoOtherNode() throws InterruptedException {
        network.connect(0, 1);
        Grant atBootstrapNode =
                bootstrapNode(0).pool("docks", PoolConfig.permits(3)).acquire();
        PermitPool pool = node(1).pool("docks", PoolConfig.permits(3));
        Grant before = pool.acquire(); // afterwards it knows where the token is, and the token stays there
        Long asked = pool.statistics().sentByType().get("REQUEST");
        assertThat(pool.tryAcquireHere(Request.ONE))
                .as("one is free, but elsewhere")
                .isEmpty();
        assertThat(pool.statistics().sentByType().get("REQUEST")).isEqualTo(asked);
        assertThat(pool.tryAcquire(1, TestTimeouts.LONG)).isPresent();
        assertThat(List.of(atBootstrapNode, before)).allMatch(Grant::isValid);
    }

    @Test
    void thousandsOfPoolsShareOneLink() throws InterruptedException {
        network.connect(0, 1);
        Meshlock bootstrapNode = bootstrapNode(0);
        Meshlock other = node(1);
        for (int i = 0; i < 2000; i++) {
            bootstrapNode.pool("pool-" + i, ONE);
        }
        await().until(() -> other.pools().size() == 2000);
        for (int i = 0; i < 2000; i += 100) {
            other.pool("pool-" + i).acquire().close();
        }
    }

    @Test
    void theNumberOfPoolsIsLimited() {
        Meshlock bootstrapNode =
                start(Meshlock.builder().inProcess(network, 0, "n0").bootstrap().maxPools(2));
        bootstrapNode.pool("a", ONE);
        bootstrapNode.pool("b", ONE);
        assertThatExceptionOfType(MeshlockException.class)
                .isThrownBy(() -> bootstrapNode.pool("c", ONE))
                .withMessage("node 'n0' has 2 pools, its maximum");
    }

    /** They are shown in the terminals of others. */
    @Test
    void namesOfClientsAreToldSoThatTheyCanBePrinted() throws InterruptedException {
        network.connect(0, 1);
        PermitPool docks = bootstrapNode(0).pool("docks", ONE);
        Meshlock other = node(1);
        other.map(); // whoever looks is told
        try (Grant held = docks.acquire(Request.ONE.client("crane\n\u001b]0;owned"))) {
            await().untilAsserted(() -> assertThat(other.map().nodes())
                    .flatExtracting(MeshMap.Node::pools)
                    .flatExtracting(PoolReport::claims)
                    .extracting(MeshMap.Claim::client)
                    .containsExactly("crane??]0;owned"));
            assertThat(held.isValid()).isTrue();
        }
        assertThat(other.neighbours()).containsExactly("n0");
    }

    /** A neighbour that has more pools than this node may have leaves room for what programs open here. */
    @Test
    void poolsOfOthersLeaveRoomForOwnOnes() {
        network.connect(0, 1);
        Meshlock crowded = bootstrapNode(0);
        for (int i = 0; i < 40; i++) {
            crowded.pool("theirs " + i, ONE);
        }
        Meshlock small = start(Meshlock.builder().inProcess(network, 1, "n1").maxPools(20));
        await().during(Duration.ofMillis(200)).until(() -> small.pools().size() == 15);
        List<PermitPool> own =
                IntStream.range(0, 5).mapToObj(i -> small.pool("own " + i, ONE)).toList();
        assertThat(small.pools()).hasSize(20).containsAll(own);
    }
}
