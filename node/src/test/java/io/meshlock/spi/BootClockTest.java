package io.meshlock.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The clock on a simulated machine that the test suspends. */
@DisplayName("Boot clock")
class BootClockTest {

    private static final long MILLI = 1_000_000;
    private static final long STEP = 10 * MILLI;
    private static final long ERROR = 50 * MILLI;

    private final FakeMachine machine = new FakeMachine();

    private static final class FakeMachine implements BootClock.Machine {
        long awake = 1_000 * MILLI + 123_456;
        long asleep = 77 * MILLI;
        long wallOffset = 1_700_000_000_000L;
        int looks;
        boolean broken;

        /** How long each reading of a clock takes. */
        long slowness = 300;

        @Override
        public long nanoTime() {
            awake += slowness;
            return awake;
        }

        @Override
        public long wallMillis() {
            awake += slowness;
            return wallOffset + (awake + asleep) / MILLI;
        }

        @Override
        public long uptime() throws IOException {
            looks++;
            if (broken) {
                throw new IOException("gone");
            }
            awake += slowness;
            return (awake + asleep) / STEP * STEP;
        }

        void run(Duration time) {
            awake += time.toNanos();
        }

        void sleep(Duration time) {
            asleep += time.toNanos();
        }
    }

    @Test
    void countsWhileTheMachineIsAwakeWithoutLookingAtTheUptime() {
        BootClock clock = new BootClock(machine);
        int looks = machine.looks;
        long start = clock.getAsLong();
        for (int i = 0; i < 1_000; i++) {
            machine.run(Duration.ofMillis(17));
            clock.getAsLong();
        }
        assertThat(clock.getAsLong() - start).isCloseTo(Duration.ofSeconds(17).toNanos(), within(MILLI * 2));
        assertThat(machine.looks).isEqualTo(looks);
    }

    @Test
    void showsTheTimeSleptAtTheFirstLookAfterIt() {
        BootClock clock = new BootClock(machine);
        AtomicInteger wakes = new AtomicInteger();
        clock.onWake(wakes::incrementAndGet);
        SplittableRandom random = new SplittableRandom(1);
        long start = clock.getAsLong();
        long trueStart = machine.awake + machine.asleep;
        for (int i = 1; i <= 1_000; i++) {
            machine.run(Duration.ofNanos(random.nextLong(1_000 * MILLI)));
            machine.sleep(Duration.ofNanos(random.nextLong(60 * MILLI, 10_000 * MILLI)));
            long shown = clock.getAsLong() - start;
            assertThat(shown).isCloseTo(machine.awake + machine.asleep - trueStart, within(ERROR));
            assertThat(wakes).hasValue(i);
        }
    }

    /** The error is bounded in total, not per suspension. */
    @Test
    void doesNotGoAstrayBySleepsTooShortToTell() {
        BootClock clock = new BootClock(machine);
        long start = clock.getAsLong();
        long trueStart = machine.awake + machine.asleep;
        for (int i = 0; i < 10_000; i++) {
            machine.run(Duration.ofMillis(3));
            machine.sleep(Duration.ofMillis(4));
            assertThat(clock.getAsLong() - start).isCloseTo(machine.awake + machine.asleep - trueStart, within(ERROR));
        }
    }

    @Test
    void ignoresChangesOfTheWallClock() {
        BootClock clock = new BootClock(machine);
        long before = clock.getAsLong();
        for (long jump : new long[] {3_600_000, -7_200_000, 25, -25}) {
            machine.wallOffset += jump;
            assertThat(clock.getAsLong() - before).isBetween(0L, MILLI);
            int looks = machine.looks;
            clock.getAsLong();
            assertThat(machine.looks).as("it got used to it").isEqualTo(looks);
        }
    }

    @Test
    void neverGoesBackwards() {
        BootClock clock = new BootClock(machine);
        SplittableRandom random = new SplittableRandom(2);
        long before = clock.getAsLong();
        for (int i = 0; i < 20_000; i++) {
            machine.run(Duration.ofNanos(random.nextLong(20 * MILLI)));
            machine.sleep(Duration.ofNanos(random.nextInt(10) == 0 ? random.nextLong(40 * MILLI) : 0));
            machine.wallOffset += random.nextInt(50) == 0 ? random.nextInt(-100, 100) : 0;
            machine.slowness = random.nextInt(20) == 0 ? 5 * MILLI : 300;
            long now = clock.getAsLong();
            assertThat(now).isGreaterThan(before);
            before = now;
        }
    }

    @Test
    void looksAgainIfItWasHeldUp() {
        BootClock clock = new BootClock(machine);
        long start = clock.getAsLong();
        long trueStart = machine.awake + machine.asleep;
        machine.sleep(Duration.ofMillis(100));
        machine.slowness = 60 * MILLI;
        clock.getAsLong();
        machine.slowness = 300;
        assertThat(clock.getAsLong() - start).isCloseTo(machine.awake + machine.asleep - trueStart, within(ERROR));
    }

    @Test
    void standsStillInSleepWhereTheUptimeCannotBeRead() {
        machine.broken = true;
        BootClock clock = new BootClock(machine);
        long before = clock.getAsLong();
        machine.sleep(Duration.ofHours(1));
        assertThat(clock.getAsLong() - before).isBetween(0L, MILLI);
    }

    @Test
    void worksOnThisMachine() {
        BootClock clock = BootClock.ofThisMachine();
        long before = clock.getAsLong();
        long nanos = System.nanoTime();
        for (int i = 0; i < 100_000; i++) {
            clock.getAsLong();
        }
        assertThat(clock.getAsLong() - before).isBetween(0L, System.nanoTime() - nanos + ERROR);
    }
}
