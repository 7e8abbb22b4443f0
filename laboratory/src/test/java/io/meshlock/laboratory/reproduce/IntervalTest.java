package io.meshlock.laboratory.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshlock.laboratory.result.Summary;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Quotients and their confidence intervals. */
class IntervalTest {

    private static final List<Double> ABOVE = List.of(4.0, 5.0, 7.5, 3.0);
    private static final List<Double> BELOW = List.of(10.0, 11.0, 13.0, 9.5);

    @Test
    void theEndsAreWhereTheDifferenceJustReachesZero() {
        Interval ratio = Interval.ratio(ABOVE, BELOW);
        assertThat(ratio.value()).isEqualTo(19.5 / 43.5, within(1e-12));
        for (double end : List.of(ratio.low(), ratio.high())) {
            List<Double> differences = new ArrayList<>();
            for (int i = 0; i < ABOVE.size(); i++) {
                differences.add(ABOVE.get(i) - end * BELOW.get(i));
            }
            Summary summary = Summary.of(differences);
            assertThat(Math.abs(summary.mean())).isEqualTo(summary.ci95(), within(1e-9));
        }
        assertThat(ratio.low()).isLessThan(ratio.value());
        assertThat(ratio.high()).isGreaterThan(ratio.value());
    }

    @Test
    void aDivisorThatMayBeZeroLeavesItOpen() {
        Interval ratio = Interval.ratio(List.of(1.0, 2.0), List.of(-1.0, 2.0));
        assertThat(ratio.low()).isNaN();
        assertThat(ratio.high()).isNaN();
    }

    @Test
    void equalPairsHaveNoWidth() {
        Interval ratio = Interval.ratio(BELOW, BELOW);
        assertThat(ratio.low()).isEqualTo(1, within(1e-7));
        assertThat(ratio.high()).isEqualTo(1, within(1e-7));
    }

    @Test
    void numbersAreShort() {
        assertThat(new Interval(0.43219, 0.40001, 0.46).text()).isEqualTo("0.432 (0.400 … 0.460)");
        assertThat(Numerals.brief(12345.6)).isEqualTo("12346");
        assertThat(Numerals.brief(3)).isEqualTo("3");
        assertThat(Numerals.brief(Double.NaN)).isEqualTo("-");
    }
}
