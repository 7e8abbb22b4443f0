package io.meshlock.simulator.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.registry.Algorithms;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Removes one safeguard at a time from the look-ahead algorithm and shows that a test notices; see {@code
 * src/test/resources/mutants-lookahead.txt}.
 */
class LookAheadMutantsTest {

    private static final int SCHEDULES = 1_000;

    /** The tests that kill mutants. */
    enum Killer {
        /** Random schedules of one permit, and of up to four. */
        HUNT,
        HUNT_K,
        /** {@link LookAheadProbes}: checks that hunts do not make. */
        EFFORT,
        ORDER,
        UNTIMED,
        BOUNCE,
        TAKES_OVER,
        LATE_NEWS,
        CLOCK,
        STALE_WISH,
        WISH_LEFT_BEHIND,
        OLD_ANSWER,
        WRONG_ANSWER,
        OVERTAKEN_WISH,
        ONE_TIMER
    }

    static List<Mutant<Killer>> mutants() {
        return Mutant.all("mutants-lookahead.txt", Killer.class);
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void isKilled(Mutant<Killer> mutant) throws IOException {
        Algorithm changed = MutantCompiler.compile(
                "lookahead", mutant.file(), mutant.text(), mutant.replacement(), "LookAhead", "ALGORITHM");
        assertThat(Mutant.noticed(() -> notice(mutant.killer(), mutant.seed(), changed)))
                .as("without '%s'", mutant.removes())
                .isNotNull();
    }

    /** The killers accept the algorithm itself. */
    @ParameterizedTest
    @EnumSource
    void nothingIsNoticedWithoutMutation(Killer killer) {
        assertThat(notice(killer, 1, Algorithms.named("lookahead"))).isNull();
    }

    /** A killer that kills no mutant may not work. */
    @Test
    void everyKillerKills() {
        assertThat(mutants()).extracting(Mutant::killer).contains(Killer.values());
    }

    private static @Nullable String notice(Killer killer, long seed, Algorithm algorithm) {
        return switch (killer) {
            case HUNT -> hunt(HuntSettings.anybody(algorithm, 1), seed);
            case HUNT_K -> hunt(HuntSettings.anybody(algorithm, 4), seed);
            case EFFORT -> LookAheadProbes.effort(algorithm);
            case ORDER -> LookAheadProbes.order(algorithm);
            case UNTIMED -> LookAheadProbes.untimed(algorithm);
            case BOUNCE -> LookAheadProbes.bounce(algorithm);
            case TAKES_OVER -> LookAheadProbes.takesOver(algorithm);
            case LATE_NEWS -> LookAheadProbes.lateNews(algorithm);
            case CLOCK -> LookAheadProbes.clock(algorithm);
            case STALE_WISH -> LookAheadProbes.staleWish(algorithm);
            case WISH_LEFT_BEHIND -> LookAheadProbes.wishLeftBehind(algorithm);
            case OLD_ANSWER -> LookAheadProbes.oldAnswer(algorithm);
            case WRONG_ANSWER -> LookAheadProbes.wrongAnswer(algorithm);
            case OVERTAKEN_WISH -> LookAheadProbes.overtakenWish(algorithm);
            case ONE_TIMER -> LookAheadProbes.oneTimer(algorithm);
        };
    }

    private static @Nullable String hunt(HuntSettings settings, long seed) {
        return Mutant.hunt(settings, seed, SCHEDULES);
    }
}
