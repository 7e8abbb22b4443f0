package io.meshlock.simulator.hunt;

import org.jspecify.annotations.Nullable;

/** Numbered schedules, each of which can be played for itself, on any thread. */
public interface Schedules {

    /** Plays one, counting what happens; what went wrong, or null. */
    @Nullable
    Failure play(long number, Tally tally);

    /** Tells one that fails, as small as it can be made. */
    Finding tell(long number);

    /** Schedules drawn by chance; a number is a seed. */
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
