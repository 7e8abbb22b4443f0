package io.meshlock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.journal.Ticks;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClocksTest {

    private final UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(3);

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.0001, 0.01, 0.3})
    void everyClockKeepsWithinTheBoundAndTheExtremesOccur(double drift) {
        Clocks clocks = new Clocks(100, drift, random);
        long span = Ticks.of(1000);
        long least = Long.MAX_VALUE;
        long most = 0;
        for (int node = 0; node < 100; node++) {
            long from = random.nextLong(Ticks.of(1000));
            long shown = clocks.shown(node, from + span) - clocks.shown(node, from);
            least = Math.min(least, shown);
            most = Math.max(most, shown);
        }
        assertThat(least).isBetween(Math.round(span * (1 - drift)) - 1, Math.round(span * (1 - drift)) + 1);
        assertThat(most).isBetween(Math.round(span * (1 + drift)) - 1, Math.round(span * (1 + drift)) + 1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.01, 0.3})
    void theInstantIsTheFirstAtWhichTheClockShowsIt(double drift) {
        Clocks clocks = new Clocks(20, drift, random);
        for (int i = 0; i < 20_000; i++) {
            int node = i % 20;
            long shown = clocks.shown(node, random.nextLong(1L << (1 + i % 40))) + random.nextLong(3);
            long instant = clocks.instant(node, shown);
            assertThat(clocks.shown(node, instant)).isGreaterThanOrEqualTo(shown);
            assertThat(clocks.shown(node, instant - 1)).isLessThan(shown);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, Long.MAX_VALUE >> 1})
    void noClockEverShowsTheEndOfTime(long shown) {
        assertThat(new Clocks(1, 0.1, random).instant(0, shown)).isEqualTo(Long.MAX_VALUE);
    }
}
