package io.meshlock;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.meshlock.keys.MeshAuthority;
import io.meshlock.spi.InProcessNetwork;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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
                nodes.get(1).pool("docks").status().orElseThrow().voters().size() == 3);
        nodes.values().forEach(Meshlock::close);
        docks(1);
        try (Grant grant = docks(2).tryAcquire(1, TestTimeouts.LONG).orElseThrow()) {
            assertThat(grant.fence()).isGreaterThan(before);
        }
    }

    /** The list is among the nodes' keys, signed by the authority of the mesh. */
    @Test
    void takesThemFromItsKeys() throws Exception {
        MeshAuthority authority = MeshAuthority.init(folder.resolve("keys"), "test", InstantSource.system());
        List<Path> keys = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            keys.add(authority.issue("n" + i, Duration.ofDays(1), false).folder());
        }
        authority.nameVoters(List.of("n1", "n2", "n3"));
        Meshlock one = secured(keys, 1).start();
        nodes.put(1, one);
        PermitPool docks = one.pool("docks", DOCKS);
        assertThat(docks.tryAcquire(1, Duration.ofSeconds(1)))
                .as("one of three")
                .isEmpty();
        nodes.put(
                2,
                secured(keys, 2)
                        .peer("127.0.0.1:" + one.listenPort().getAsInt())
                        .start());
        docks.tryAcquire(1, TestTimeouts.LONG).orElseThrow().close();
        assertThat(docks.status().orElseThrow().voters()).containsExactly(1, 2, 3);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> secured(keys, 3).voters(1, 2, 3).start())
                .withMessageStartingWith("voters: given beside keys");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> secured(keys, 3).bootstrap().start())
                .withMessage("a mesh has either a bootstrap node or a list of voters, here [1, 2, 3], not both");
    }

    private MeshlockBuilder secured(List<Path> keys, int number) {
        return Meshlock.builder()
                .keys(keys.get(number - 1))
                .listen("127.0.0.1:0")
                .state(folder.resolve("n" + number));
    }

    /** One voter is a bootstrap node that everybody knows by its number. */
    @Test
    void mayBeOne() throws Exception {
        network.connect(1, 2);
        for (int number = 1; number <= 2; number++) {
            nodes.put(
                    number,
                    Meshlock.builder()
                            .inProcess(network, number, "n" + number)
                            .voters(1)
                            .state(folder.resolve("n" + number))
                            .start());
        }
        PermitPool docks = nodes.get(2).pool("docks", DOCKS);
        docks.tryAcquire(1, TestTimeouts.LONG).orElseThrow().close();
        assertThat(nodes.get(1).pool("docks").problem()).isEmpty();
    }

    @Test
    void needsFoldersAtThem() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> node(2).start())
                .withMessage("node n2(2) is one of the first voters [1, 2, 3], and needs a state folder:"
                        + " others count on what it promises");
        assertThatIllegalArgumentException().isThrownBy(() -> node(4).voters(1, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> node(5).voters(1, 1, 2));
        int[] seventeen = IntStream.rangeClosed(1, 17).toArray();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> node(17).voters(seventeen))
                .withMessageStartingWith(
                        "expected an odd number of different nodes' numbers as voters, at most 15, not");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> node(6).bootstrap().start());
    }
}
