package io.meshlock.cli.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.cli.terminal.Table;
import org.junit.jupiter.api.Test;

class ReportTest {

    @Test
    void numbersAreShort() {
        assertThat(Report.brief(0.123456)).isEqualTo("0.1235");
        assertThat(Report.brief(12.3456)).isEqualTo("12.35");
        assertThat(Report.brief(123456.789)).isEqualTo("123457");
        assertThat(Report.brief(3)).isEqualTo("3");
        assertThat(Report.brief(0)).isEqualTo("0");
        assertThat(Report.brief(0.00012346)).isEqualTo("0.0001235");
        assertThat(Report.brief(Double.NaN)).isEqualTo("-");
    }

    @Test
    void columnsAlign() {
        assertThat(new Table("metric", "mean")
                        .row("entries", "5")
                        .row("wait", "1234")
                        .lines())
                .containsExactly("metric   mean", "entries     5", "wait     1234");
    }
}
