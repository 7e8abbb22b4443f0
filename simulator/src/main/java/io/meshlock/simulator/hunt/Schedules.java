package io.meshlock.simulator.hunt;

import org.jspecify.annotations.Nullable;

/** Numbered schedules. Each can be run by itself, on any thread. */
public interface Schedules {

    /** Runs one schedule and counts its events; returns what went wrong, or null. */
    @Nullable
    Failure play(long number, Tally tally);

    /** Describes a failing schedule, shrunk as far as possible. */
    Finding tell(long number);

    /** Random schedules; a number is a seed. */
    static Schedules drawn(HuntSettings settings) {
        return new Schedules() {
            @Override
            public @Nullable Failure play(long seed, Tally tally) {
                return settings.recovers()
                        ? new TimedSchedule(settings, seed, tally).run()
                        : new Schedule(settings, seed, tally).run();
            }

            @Override
            public Finding tell(long seed) {
                return settings.recovers()
                        ? Finding.of(new TimedSchedule(settings, seed, new Tally()), seed)
                        : Finding.of(settings, seed);
            }
        };
    }
}
