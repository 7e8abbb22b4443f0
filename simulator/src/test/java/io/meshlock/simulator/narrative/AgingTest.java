package io.meshlock.simulator.narrative;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Options;
import io.meshlock.protocol.Policy;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.registry.Algorithms;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * [Jiang-P] Theorem 3, bounded delay, in its hardest case: one request of priority 0 against a stream of priority 9
 * that never ends. There is one permit, and whenever it is free two requests of priority 9 want it.
 */
class AgingTest {

    private static final int CAP = 1_000;

    /**
     * Priority 9 outweighs priority 0 by nine times the aging; a few more grants may be under way. The request's birth
     * is right from the start, so waiting in silence, and the grant itself, must not take its age away.
     */
    @ParameterizedTest
    @CsvSource({
        "prioritized, 10",
        "prioritized, 100",
        "prioritized, 1000",
        "prioritized-moving, 10",
        "prioritized-moving, 100",
        "prioritized-moving, 1000"
    })
    void agingBoundsHowOftenARequestIsOvertaken(String algorithm, long aging) {
        int overtakers = overtakers(algorithm, aging, 20_000);
        System.out.printf("%s, aging %d: overtaken by %d grants%n", algorithm, aging, overtakers);
        assertThat((long) overtakers).isBetween(9 * aging - 5, 9 * aging + 5);
    }

    @Test
    void withoutAgingItWaitsAsLongAsTheStreamLasts() {
        assertThat(overtakers("prioritized", PoolSettings.NO_AGING, 10_000)).isEqualTo(10_000);
    }

    /** How many grants of priority 9 are made, up to a limit, while a request of priority 0 waits. */
    private static int overtakers(String algorithm, long aging, int limit) {
        PoolSettings pool = new PoolSettings(1, Policy.PRIORITY, aging);
        NarrativeMesh mesh = new NarrativeMesh(
                Algorithms.named(algorithm),
                Topology.line("busy", "middle", "rival", "patient"),
                new MeshSettings(pool, false, Options.DEFAULTS));
        mesh.request("busy", 1, 9);
        String patient = mesh.request("patient", 1, 0);
        mesh.request("rival", 1, 9);
        for (int grants = 0; grants < limit; grants++) {
            assertThat(mesh.deliverAll(CAP)).isTrue();
            List<String> inside = mesh.inside();
            assertThat(inside).hasSize(1);
            String holder = inside.get(0);
            if (holder.equals(patient)) {
                return grants;
            }
            mesh.request(holder.startsWith("busy") ? "busy" : "rival", 1, 9);
            assertThat(mesh.deliverAll(CAP)).isTrue();
            mesh.release(holder);
            mesh.takeLog();
        }
        return limit;
    }
}
