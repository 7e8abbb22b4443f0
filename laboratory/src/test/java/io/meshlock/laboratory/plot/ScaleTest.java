package io.meshlock.laboratory.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ScaleTest {

    @Test
    void roundStepsUpToARoundEnd() {
        Scale scale = Scale.linear(0, 113.4, true);
        assertThat(scale.ticks()).containsExactly(0.0, 20.0, 40.0, 60.0, 80.0, 100.0, 120.0);
        assertThat(scale.share(60)).isEqualTo(0.5);
        assertThat(Scale.linear(0, 0.7, true).ticks()).containsExactly(0.0, 0.2, 0.4, 0.6, 0.8);
        assertThat(Scale.linear(-3, 3, true).ticks()).containsExactly(-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0);
    }

    @Test
    void exactEndsWhereTheDataEnds() {
        Scale scale = Scale.linear(10, 100, false);
        assertThat(scale.share(10)).isZero();
        assertThat(scale.share(100)).isOne();
        assertThat(scale.ticks()).containsExactly(20.0, 40.0, 60.0, 80.0, 100.0);
    }

    @Test
    void equalFactorsHaveEqualLengths() {
        Scale scale = Scale.logarithmic(1, 100);
        assertThat(scale.share(10)).isCloseTo(0.5, within(1e-12));
        assertThat(scale.ticks()).containsExactly(1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0);
        assertThat(Scale.logarithmic(0.001, 1000).ticks()).containsExactly(0.001, 0.01, 0.1, 1.0, 10.0, 100.0, 1000.0);
        assertThat(scale.share(-1)).isZero();
    }

    @Test
    void oneValueIsNoProblem() {
        assertThat(Scale.linear(0, 0, true).share(0)).isZero();
        assertThat(Scale.linear(7, 7, false).share(7)).isZero();
        assertThat(Scale.logarithmic(7, 7).share(7)).isZero();
    }

    @Test
    void numbersForPeople() {
        assertThat(Scale.text(0)).isEqualTo("0");
        assertThat(Scale.text(0.1 + 0.2)).isEqualTo("0.3");
        assertThat(Scale.text(1200)).isEqualTo("1200");
        assertThat(Scale.text(1e9)).isEqualTo("1E9");
        assertThat(Scale.text(2.5e-7)).isEqualTo("2.5E-7");
    }
}
