package io.meshlock.simulator.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.registry.Algorithms;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Removes one safeguard at a time from KRL and shows that a test notices. */
class KrlMutantsTest {

    /** How many seeds to try, from the known failing one on: a change of the algorithm may shift it a little. */
    private static final int SCHEDULES = 3_000;

    private static final Options TWO_HOPS = Options.of(Map.of("idle-hops", 2L));

    /** The tests that kill mutants, each with the form of the algorithm: hunts from a seed on, then probes. */
    enum Killer {
        KRL("KRL"),
        KRLF("KRLF"),
        /** Exactly six nodes and four tokens that rest after two hops: tokens cross each other often. */
        KRLF_SIX("KRLF"),
        ADAPTIVE("ADAPTIVE"),
        HOLDERS_ONLY("KRL"),
        CUT_OFF("KRL"),
        EFFORT("KRLF"),
        TOUR("KRLF"),
        SATURATED("ADAPTIVE"),
        CALM("ADAPTIVE"),
        REJOINED("KRL"),
        SERVED_SINCE("KRL"),
        REPAIR("KRL");

        private final String form;

        Killer(String form) {
            this.form = form;
        }
    }

    static List<Mutant<Killer>> mutants() {
        return Mutant.all("mutants-krl.txt", Killer.class);
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void isKilled(Mutant<Killer> mutant) throws IOException {
        Algorithm form = MutantCompiler.compile(
                "krl", mutant.file(), mutant.text(), mutant.replacement(), "Krl", mutant.killer().form);
        assertThat(Mutant.noticed(() -> notice(mutant.killer(), mutant.seed(), form)))
                .as("without '%s'", mutant.removes())
                .isNotNull();
    }

    /** The killers accept the algorithm itself. */
    @ParameterizedTest
    @EnumSource
    void nothingIsNoticedWithoutMutation(Killer killer) {
        String name = killer.form.equals("ADAPTIVE") ? "krl-adaptive" : killer.form.toLowerCase(Locale.ROOT);
        assertThat(notice(killer, 1, Algorithms.named(name))).isNull();
    }

    /** A killer that kills no mutant may not work. */
    @Test
    void everyKillerKills() {
        assertThat(mutants()).extracting(Mutant::killer).contains(Killer.values());
    }

    private static @Nullable String notice(Killer killer, long seed, Algorithm form) {
        return switch (killer) {
            case KRL, KRLF, ADAPTIVE -> hunt(HuntSettings.small(form, false).withNodes(10, false), seed);
            case KRLF_SIX ->
                hunt(HuntSettings.small(form, false).withNodes(6, true).withOptions(TWO_HOPS), seed);
            case HOLDERS_ONLY -> KrlProbes.holdersOnly(form);
            case CUT_OFF -> KrlProbes.cutOff(form);
            case EFFORT -> KrlProbes.effort(form);
            case TOUR -> KrlProbes.tour(form);
            case SATURATED -> KrlProbes.saturated(form);
            case CALM -> KrlProbes.calm(form);
            case REJOINED -> KrlProbes.rejoined(form);
            case SERVED_SINCE -> KrlProbes.servedSince(form);
            case REPAIR -> KrlProbes.repair(form);
        };
    }

    private static @Nullable String hunt(HuntSettings settings, long seed) {
        return Mutant.hunt(settings, seed, SCHEDULES);
    }
}
