package io.meshlock.protocol.schedules;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Algorithms;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Thousands of random schedules: nothing unsafe ever happens, and once the network is whole everybody is served. */
class RandomSchedulesTest {

    @ParameterizedTest(name = "{0}, lossy links: {1}")
    @CsvSource({"prioritized, false", "prioritized, true", "prioritized-moving, false", "prioritized-moving, true"})
    void correctedFormsSurviveEverything(String name, boolean lossy) {
        Algorithm algorithm = Algorithms.named(name);
        for (long seed = 1; seed <= 3_000; seed++) {
            run(algorithm, lossy, seed);
        }
    }

    static void run(Algorithm algorithm, boolean lossy, long seed) {
        int nodes = 2 + (int) (seed % 7);
        int permits = 1 + (int) (seed / 7 % 4);
        int linkChanges = (int) (seed / 28 % 4) * 15;
        ScheduledMesh mesh = new ScheduledMesh(algorithm, nodes, permits, lossy, seed);
        try {
            for (int step = 0; step < 400; step++) {
                mesh.randomStep(linkChanges);
            }
            Assertions.assertThat(mesh.healAndServe(100_000)).isTrue();
        } catch (AssertionError | IllegalStateException failure) {
            throw new AssertionError(
                    algorithm.name() + " lossy=" + lossy + " seed=" + seed + ": " + failure.getMessage() + "\n"
                            + mesh.describe(),
                    failure);
        }
    }
}
