package io.meshlock.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.Grant;
import io.meshlock.Meshlock;
import io.meshlock.MeshlockBuilder;
import io.meshlock.PermitPool;
import io.meshlock.PoolConfig;
import io.meshlock.Recovery;
import io.meshlock.journal.check.Checkers;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.registry.Algorithms;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Five real nodes under load while links are cut and mended; the simulator's checkers judge the journals. */
@DisplayName("A mesh of real nodes")
class RealMeshTest {

    private static final int NODES = 5;
    private static final int PERMITS = 3;
    private static final int NEVER = Integer.MAX_VALUE;

    /** How many grants are judged; {@code -Dmesh.grants=10000} for more. */
    private static final int GRANTS = Integer.getInteger("mesh.grants", 1_000);

    /** A link between two nodes. */
    private record Pair(int a, int b) {}

    private static List<Pair> topology(String name) {
        List<Pair> links = new ArrayList<>();
        for (int i = 1; i < NODES; i++) {
            links.add(name.equals("star") ? new Pair(0, i) : new Pair(i - 1, i));
        }
        if (name.equals("ring")) {
            links.add(new Pair(0, NODES - 1));
        }
        return links;
    }

    @ParameterizedTest
    @CsvSource({"line, prioritized", "ring, prioritized-moving"})
    void servesEverybodyWhileLinksComeAndGo(String topology, String algorithm, @TempDir Path folder) throws Exception {
        try (Fabric fabric = Fabric.inProcess()) {
            judge(
                    fabric,
                    topology,
                    PoolConfig.permits(PERMITS).algorithm(algorithm).recovery(Recovery.OFF),
                    GRANTS,
                    100,
                    folder);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "line, prioritized",
        "ring, prioritized",
        "star, prioritized",
        "ring, prioritized-moving",
    })
    void doesSoOverSocketsAndTls(String topology, String algorithm, @TempDir Path folder) throws Exception {
        try (Fabric fabric = new SecureFabric(folder, NODES)) {
            judge(
                    fabric,
                    topology,
                    PoolConfig.permits(PERMITS).algorithm(algorithm).recovery(Recovery.OFF),
                    GRANTS,
                    200,
                    folder);
        }
    }

    /** They do not survive links that break with a token under way, so no link breaks. */
    @ParameterizedTest
    @CsvSource({"line, krl", "ring, krlf", "star, krl-adaptive"})
    void roamingTokensServeEverybodyWhileLinksLast(String topology, String algorithm, @TempDir Path folder)
            throws Exception {
        try (Fabric fabric = new SecureFabric(folder, NODES)) {
            judge(
                    fabric,
                    topology,
                    PoolConfig.permits(PERMITS).algorithm(algorithm).recovery(Recovery.OFF),
                    GRANTS,
                    NEVER,
                    folder);
        }
    }

    /** Messages to everybody over shortest ways, which change while links come and go. */
    @ParameterizedTest
    @CsvSource({"line", "ring"})
    void forksAreCarriedOverSeveralLinks(String topology, @TempDir Path folder) throws Exception {
        try (Fabric fabric = new SecureFabric(folder, NODES)) {
            PoolConfig config =
                    PoolConfig.permits(PERMITS).algorithm("lookahead").hosts(fabric.number(0), NODES);
            judge(fabric, topology, config, 1_500, 5, folder);
        }
    }

    private static void judge(
            Fabric fabric, String topology, PoolConfig config, long grants, int troubleEvery, Path folder)
            throws Exception {
        SharedJournals journal = new SharedJournals();
        Workload load = runLoad(fabric, journal, topology(topology), config, grants, troubleEvery, folder);
        Checkers checkers =
                journal.check(PERMITS, Algorithms.named(config.algorithm()).guarantees(), fabric.number(0));
        assertThat(checkers.firstViolations()).isEmpty();
        assertThat(checkers.firstStarved()).isEmpty();
        assertThat(load.grants()).isGreaterThanOrEqualTo(grants);
        // How many are out at once is up to the machine: on a busy one, holders may come one after the other.
        assertThat(load.mostOut()).isBetween(1, PERMITS);
    }

    private static Workload runLoad(
            Fabric fabric,
            SharedJournals journal,
            List<Pair> links,
            PoolConfig config,
            long grants,
            int troubleEvery,
            Path folder)
            throws Exception {
        List<Meshlock> nodes = new ArrayList<>();
        try {
            links.forEach(link -> fabric.connect(link.a(), link.b()));
            for (int i = 0; i < NODES; i++) {
                MeshlockBuilder builder =
                        fabric.equip(Meshlock.builder(), i).journal(journal).state(folder.resolve("state-" + i));
                nodes.add(i == 0 ? builder.bootstrap().start() : builder.start());
            }
            Workload load = new Workload(nodes, config, grants);
            LinkTrouble trouble = new LinkTrouble(fabric, links, isRouted(config) ? 100 : 1);
            load.run(2, troubleEvery, troubleEvery == NEVER ? () -> {} : trouble::next);
            trouble.end();
            for (PermitPool pool : load.pools()) {
                Optional<Grant> all = pool.tryAcquire(load.largest(), Timeouts.LONG);
                assertThat(all)
                        .as("every permit is back, and can be had everywhere")
                        .isPresent();
                all.orElseThrow().close();
            }
            return load;
        } finally {
            nodes.forEach(Meshlock::close);
        }
    }

    /** Ways over several links need some time to form: those who wait call a hundred times per second for trouble. */
    private static boolean isRouted(PoolConfig config) {
        return Algorithms.named(config.algorithm()).guarantees().reach() == Guarantees.Reach.ANYBODY;
    }

    /** Cuts a link, mends it, cuts another, and so on. */
    private static final class LinkTrouble {
        private final Fabric fabric;
        private final List<Pair> links;
        private final int every;
        private final SplittableRandom random = new SplittableRandom(1);
        private long calls;
        private final List<Pair> down = new ArrayList<>();

        /** @param every at how many calls it cuts or mends a link */
        LinkTrouble(Fabric fabric, List<Pair> links, int every) {
            this.fabric = fabric;
            this.links = links;
            this.every = every;
        }

        synchronized void next() {
            if (++calls % every != 0) {
                return;
            }
            if (!down.isEmpty() && random.nextInt(3) > 0) {
                Pair mended = down.remove(random.nextInt(down.size()));
                fabric.connect(mended.a(), mended.b());
                return;
            }
            Pair cut = links.get(random.nextInt(links.size()));
            fabric.cut(cut.a(), cut.b());
            if (random.nextBoolean()) {
                fabric.connect(cut.a(), cut.b()); // so short that few nodes notice
            } else if (!down.contains(cut)) {
                down.add(cut);
            }
        }

        synchronized void end() {
            links.forEach(link -> fabric.connect(link.a(), link.b()));
        }
    }
}
