package io.meshlock.link.map;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Flood throttle")
class FloodThrottleTest {

    private final FloodThrottle throttle = new FloodThrottle(100, 5_000, 0);

    @Test
    void theFirstChangeIsAdvertisedAtOnce() {
        assertThat(throttle.sendAt(0)).isZero();
    }

    @Test
    void repeatedChangesAreAdvertisedLessAndLessOften() {
        long now = 0;
        int told = 0;
        while (now < 60_000) {
            now = throttle.sendAt(now);
            throttle.sent(now);
            told++;
        }
        // 100, 200, 400 … 3,200 ms apart, then every 5 s.
        assertThat(told).isBetween(16, 20);
        assertThat(throttle.sendAt(now)).isEqualTo(now + 5_000);
    }

    @Test
    void afterAQuietTimeTheNextChangeIsAdvertisedAtOnce() {
        for (int i = 0; i < 10; i++) {
            throttle.sent(i);
        }
        assertThat(throttle.sendAt(11)).isEqualTo(5_009);
        assertThat(throttle.sendAt(20_000)).isEqualTo(20_000);
        throttle.sent(20_000);
        assertThat(throttle.sendAt(20_000)).isEqualTo(20_100);
    }
}
