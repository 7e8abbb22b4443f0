package io.meshlock.simulator.narrative;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.registry.Algorithms;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The token follows the demand")
class DemandTest {

    private static final int CAP = 1_000;

    private static NarrativeMesh line(String... nodes) {
        return new NarrativeMesh(Algorithms.named("prioritized"), Topology.line(nodes), MeshSettings.permits(1));
    }

    /** The messages of one acquire and its release. */
    private static int use(NarrativeMesh mesh, String node) {
        int before = mesh.deliveries();
        String request = mesh.request(node, 1, 0);
        mesh.deliverAll(CAP);
        mesh.release(request);
        mesh.deliverAll(CAP);
        mesh.takeLog();
        return mesh.deliveries() - before;
    }

    /** However often others asked before: the goal is 20 acquires. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 20_000})
    void toANodeThatIsAloneNow(int before) {
        NarrativeMesh mesh = line("a", "b", "c", "d");
        for (int i = 0; i < before; i++) {
            use(mesh, "a");
        }
        int acquires = 1;
        while (use(mesh, "d") > 0) {
            assertThat(++acquires).isLessThanOrEqualTo(20);
        }
    }

    /** Nor does it run after everybody: what is paid stays close to what the better of the two places would cost. */
    @ParameterizedTest
    @ValueSource(doubles = {0.5, 0.6, 0.7, 0.8, 0.9})
    void doesNotFlapUnderMixedDemand(double share) {
        NarrativeMesh mesh = line("a", "b");
        RandomGenerator dice = RandomGeneratorFactory.of("L64X128MixRandom").create(7);
        int uses = 20_000;
        long messages = 0;
        for (int i = 0; i < uses; i++) {
            messages += use(mesh, dice.nextDouble() < share ? "a" : "b");
        }
        double best = 3 * (1 - share); // REQUEST, GRANT and RELEASE of the others
        assertThat(messages / (double) uses).isLessThan(1.1 * best);
    }
}
