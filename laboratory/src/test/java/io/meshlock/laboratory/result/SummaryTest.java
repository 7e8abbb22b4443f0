package io.meshlock.laboratory.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Statistics against values computed by hand with a table of Student's t. */
class SummaryTest {

    @Test
    void fiveRuns() {
        // Variance 10 / 4 = 2.5, t(4; 0.975) = 2.776445: 2.776445 · √(2.5 / 5) = 1.963243.
        Summary summary = Summary.of(List.of(1.0, 2.0, 3.0, 4.0, 5.0));
        assertThat(summary.mean()).isEqualTo(3);
        assertThat(summary.ci95()).isCloseTo(1.963243, within(1e-6));
        assertThat(summary.min()).isEqualTo(1);
        assertThat(summary.max()).isEqualTo(5);
        assertThat(summary.n()).isEqualTo(5);
    }

    @Test
    void twoRuns() {
        // Variance 2, t(1; 0.975) = 12.706205: 12.706205 · √(2 / 2) = 12.706205.
        assertThat(Summary.of(List.of(10.0, 12.0)).ci95()).isCloseTo(12.706205, within(1e-6));
    }

    @Test
    void oneRunSaysNothingAboutTheSpread() {
        assertThat(Summary.of(List.of(7.5)).document())
                .containsEntry("mean", 7.5)
                .containsEntry("ci95", null)
                .containsEntry("min", 7.5)
                .containsEntry("max", 7.5)
                .containsEntry("n", 1);
    }

    @Test
    void equalRunsHaveNoSpread() {
        Summary summary = Summary.of(Collections.nCopies(3, 0.1));
        assertThat(summary.mean()).isEqualTo(0.1);
        assertThat(summary.ci95()).isZero();
    }

    @Test
    void nothingMeasuredIsNull() {
        assertThat(Json.write(Summary.of(List.of()).document())).isEqualTo("""
                        {
                          "mean" : null,
                          "ci95" : null,
                          "min" : null,
                          "max" : null,
                          "n" : 0
                        }
                        """);
    }

    @Test
    void figuresAreRoundedAndWholeOnesWritten() {
        assertThat(Figures.figure(0.1 + 0.2)).isEqualTo(0.3);
        assertThat(Figures.figure(3.0)).isEqualTo(3L);
        assertThat(Figures.figure(123_456_789_012.0)).isEqualTo(123_456_789_012L);
        assertThat(Figures.interval(1.96324348)).isEqualTo(1.96324);
        assertThat(Figures.figure(Double.NaN)).isNull();
    }
}
