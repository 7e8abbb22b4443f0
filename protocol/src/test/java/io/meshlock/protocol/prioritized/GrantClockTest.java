package io.meshlock.protocol.prioritized;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How many grants were made, as far as a node that heard of some can tell. */
class GrantClockTest {

    private final InputTime time = new InputTime();
    private final GrantClock clock = new GrantClock(time);

    private void hear(long at, long count) {
        time.set(at);
        clock.hear(count);
    }

    private long guess(long at) {
        time.set(at);
        return clock.guess();
    }

    @Test
    void knowsTheLargestCount() {
        hear(10, 5);
        hear(20, 3);
        assertThat(clock.heard()).isEqualTo(5);
    }

    @Test
    void oneNewsTellsNoRate() {
        hear(10, 5);
        assertThat(guess(1_000)).isEqualTo(5);
    }

    @Test
    void goesOnAtTheRateOfLately() {
        hear(100, 10);
        hear(200, 20);
        hear(300, 30);
        assertThat(guess(300)).isEqualTo(30);
        assertThat(guess(350)).as("rounded down").isBetween(34L, 35L);
    }

    @Test
    void aLongSilenceIsNoNews() {
        hear(100, 10);
        hear(200, 20);
        assertThat(guess(300)).as("as long as it was watched").isEqualTo(30);
        assertThat(guess(1_000_000)).isEqualTo(30);
        assertThat(clock.heard()).as("nobody said so").isEqualTo(20);
    }

    @Test
    void newsOfTheSameMomentChangesTheCountAndNoRate() {
        hear(100, 10);
        hear(200, 20);
        hear(200, 25);
        assertThat(clock.heard()).isEqualTo(25);
        assertThat(guess(220)).as("10 in 100, since 200").isEqualTo(25);
        assertThat(guess(280)).isEqualTo(28);
    }

    @Test
    void aFormerRateIsForgotten() {
        hear(1, 1);
        for (int i = 1; i <= 10; i++) {
            hear(1 + i, 1 + 100 * i);
        }
        for (int i = 1; i <= 60; i++) {
            hear(11 + 100 * i, 1_001 + i);
        }
        long heard = clock.heard();
        assertThat(guess(6_011 + 100)).as("one in 100 by now").isBetween(heard, heard + 2);
    }

    @Test
    void aClockThatStandsStillGuessesNothing() {
        hear(0, 10);
        hear(0, 20);
        assertThat(guess(0)).isEqualTo(20);
    }
}
