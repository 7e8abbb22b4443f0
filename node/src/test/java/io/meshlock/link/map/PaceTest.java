package io.meshlock.link.map;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Pace of news")
class PaceTest {

    private final Pace pace = new Pace(100, 5_000, 0);

    @Test
    void theFirstChangeIsToldAtOnce() {
        assertThat(pace.tellAt(0)).isZero();
    }

    @Test
    void changesWithoutEndAreToldLessAndLessOften() {
        long now = 0;
        int told = 0;
        while (now < 60_000) {
            now = pace.tellAt(now);
            pace.told(now);
            told++;
        }
        // 100, 200, 400 … 3,200 ms apart, then every 5 s.
        assertThat(told).isBetween(16, 20);
        assertThat(pace.tellAt(now)).isEqualTo(now + 5_000);
    }

    @Test
    void afterACalmTheNextIsToldAtOnceAgain() {
        for (int i = 0; i < 10; i++) {
            pace.told(i);
        }
        assertThat(pace.tellAt(11)).isEqualTo(5_009);
        assertThat(pace.tellAt(20_000)).isEqualTo(20_000);
        pace.told(20_000);
        assertThat(pace.tellAt(20_000)).isEqualTo(20_100);
    }
}
