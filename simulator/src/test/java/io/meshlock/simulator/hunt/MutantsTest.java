package io.meshlock.simulator.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Algorithms;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Takes one safeguard at a time out of the prioritized algorithm and shows that somebody notices. A safeguard that nobody
 * misses is listed with what it saves.
 */
class MutantsTest {

    /** Seeds from the one that is known to fail on: a change of the algorithm may move it a little. */
    private static final int SCHEDULES = 1_500;

    static List<Mutant> mutants() {
        return Mutant.all();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void isKilled(Mutant mutant) throws IOException {
        String noticed = notice(mutant);
        if (mutant.killer() == Mutant.Killer.NOTHING) {
            assertThat(mutant.saves()).isNotEmpty();
        } else {
            assertThat(noticed).as("without '%s'", mutant.removes()).isNotNull();
        }
    }

    /** The judges let the algorithm itself pass. */
    @Test
    void nothingIsNoticedWithoutMutation() {
        Algorithm anchored = Algorithms.named("prioritized");
        for (Function<Algorithm, @Nullable String> probe : List.<Function<Algorithm, @Nullable String>>of(
                Probes::calm,
                Probes::order,
                Probes::lateClock,
                Probes::growsOld,
                Probes::alone,
                Probes::overtaking,
                Probes::cutOff)) {
            assertThat(probe.apply(anchored)).isNull();
        }
    }

    private static @Nullable String notice(Mutant mutant) throws IOException {
        Algorithm anchored = compile(mutant, "ANCHORED");
        Algorithm moving = compile(mutant, "MOVING");
        return switch (mutant.killer()) {
            case ANCHORED_LOSSY -> hunt(HuntSettings.small(anchored, true), mutant.seed());
            case ANCHORED_RELIABLE -> hunt(HuntSettings.small(anchored, false), mutant.seed());
            case MOVING_LOSSY -> hunt(HuntSettings.small(moving, true), mutant.seed());
            case MOVING_RELIABLE -> hunt(HuntSettings.small(moving, false), mutant.seed());
            case CALM -> Probes.calm(anchored);
            case ORDER -> Probes.order(anchored);
            case LATE_CLOCK -> Probes.lateClock(anchored);
            case GROWS_OLD -> Probes.growsOld(anchored);
            case ALONE -> Probes.alone(anchored);
            case OVERTAKING -> Probes.overtaking(anchored);
            case CUT_OFF -> Probes.cutOff(anchored);
            case EFFORT -> Probes.effort(anchored, moving);
            case NOTHING -> null;
        };
    }

    private static Algorithm compile(Mutant mutant, String form) throws IOException {
        return MutantCompiler.compile(mutant.file(), mutant.text(), mutant.replacement(), form);
    }

    private static @Nullable String hunt(HuntSettings settings, long seed) {
        for (long each = seed; each < seed + SCHEDULES; each++) {
            Failure failure = new Schedule(settings, each, new Tally()).run();
            if (failure != null) {
                return failure.toString();
            }
        }
        return null;
    }
}
