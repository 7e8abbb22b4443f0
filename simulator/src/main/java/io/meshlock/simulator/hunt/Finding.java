package io.meshlock.simulator.hunt;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A schedule that failed.
 *
 * @param seed the schedule's seed
 * @param failure what went wrong
 * @param narrative the schedule, as small as it could be made, in the narratives' own format
 */
public record Finding(long seed, Failure failure, String narrative) {

    /** Runs the schedule once more, records its actions, and shrinks them. */
    static Finding of(HuntSettings settings, long seed) {
        Schedule schedule = new Schedule(settings, seed, new Tally());
        List<Action> actions = schedule.startRecord();
        Failure failure = orElseThrow(schedule.run(), seed);
        List<String> heading = new ArrayList<>();
        heading.add("Found by a hunt: seed " + seed + ", " + failure.kind().label() + ".");
        Shrinker.Result small = Shrinker.shrink(settings, failure.kind(), schedule.layout(), actions);
        if (small == null) {
            // It fails only with its random order of deliveries: tell it as it happened.
            heading.add("Not shrunk: finished in a fixed order it does not fail.");
            heading.add(failure.detail());
            String story = Story.of(settings, schedule.layout(), actions, heading);
            return new Finding(seed, failure, story);
        }
        heading.add(
                "Shrunk from " + actions.size() + " actions: " + small.failure().detail());
        List<Action> told =
                Replay.run(settings, small.layout(), small.actions()).applied();
        return new Finding(seed, failure, Story.of(settings, small.layout(), told, heading));
    }

    /** Runs a timed schedule once more, and tells the simplest variant that fails. */
    static Finding of(TimedSchedule schedule, long number) {
        return new Finding(number, orElseThrow(schedule.run(), number), schedule.story());
    }

    private static Failure orElseThrow(@Nullable Failure failure, long seed) {
        if (failure == null) {
            throw new IllegalArgumentException("schedule " + seed + " does not fail");
        }
        return failure;
    }
}
