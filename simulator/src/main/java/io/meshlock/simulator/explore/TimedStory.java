package io.meshlock.simulator.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Tells a run to a violation: plays its actions once more, and says what each did. */
final class TimedStory {

    private final TimedLayout layout;
    private final List<String> lines = new ArrayList<>();
    private TimedInstant instant;

    private TimedStory(TimedExploration exploration) {
        this.layout = new TimedLayout(exploration.nodes());
        this.instant = TimedInstant.first(exploration, layout);
    }

    static List<String> of(TimedExploration exploration, List<Integer> path, Flaw flaw) {
        TimedStory story = new TimedStory(exploration);
        story.play(path);
        story.lines.add("broken: " + flaw.rule().summary() + ": " + flaw.message());
        return story.lines;
    }

    private void play(List<Integer> path) {
        int[] from = instant.moves.initial();
        int[] to = new int[layout.words];
        for (int action : path) {
            lines.add(String.format(Locale.ROOT, "%3d  %s", instant.time, words(from, action)));
            if (TimedAction.kind(action) == TimedAction.TICK) {
                TimedInstant before = instant;
                instant = before.next();
                from = before.passed(from, action);
                instant.adopt(before, from);
                continue;
            }
            instant.moves.apply(from, action, to);
            tellChanges(from, to);
            System.arraycopy(to, 0, from, 0, layout.words);
        }
    }

    private void tellChanges(int[] before, int[] after) {
        for (int node = 0; node < layout.nodes; node++) {
            if (before[node] != after[node]) {
                lines.add("       " + node + ": " + instant.locals.describe(after[node]));
            }
        }
    }

    private String words(int[] state, int action) {
        int a = TimedAction.a(action);
        int b = TimedAction.b(action);
        int place = TimedAction.place(action);
        return switch (TimedAction.kind(action)) {
            case TimedAction.DELIVER -> b + " gets from " + a + " " + message(state, a, b, place);
            case TimedAction.LOSE -> b + " never gets from " + a + " " + message(state, a, b, place);
            case TimedAction.DELAY -> "late: to " + b + " from " + a + " " + message(state, a, b, place);
            case TimedAction.ROUND -> "what was sent arrives:";
            case TimedAction.FIRE -> "a timer of " + a + " fires";
            case TimedAction.NOTICE -> "the neighbours of " + a + " notice that it is gone";
            case TimedAction.ASK -> a + " wants a permit";
            case TimedAction.RELEASE -> a + " gives back";
            case TimedAction.CRASH -> a + " crashes";
            case TimedAction.RESTART -> a + " starts again" + (b != 0 ? " without its disk" : "");
            case TimedAction.SPLIT -> a + " is cut off";
            case TimedAction.MEND -> "all are linked again";
            default -> "time passes" + (a != 0 ? ", with messages under way" : "");
        };
    }

    private String message(int[] state, int from, int to, int place) {
        int message = instant.channels.message(state[layout.now(from, to)], place);
        return instant.locals.message(message).toString();
    }
}
