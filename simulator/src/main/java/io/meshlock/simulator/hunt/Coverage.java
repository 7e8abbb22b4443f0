package io.meshlock.simulator.hunt;

import io.meshlock.simulator.hunt.Tally.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * What a hunt must have covered. A rare branch that was never taken was not tested, however many schedules there were.
 *
 * <p>Coverage is measured from outside: types of messages and their words, effects, and losses. Algorithms are found by
 * the beginning of their name; one that is not listed here has no coverage goals.
 */
public final class Coverage {

    private static final List<String> PRIORITIZED =
            List.of("LINK", "REQUEST", "CANCEL", "RELEASE", "TOKEN hop ledger next keys", "ALIVE stamp root distance");
    private static final List<String> ANCHORED = List.of("GRANT for slots", "TOKEN hop ledger next keys chasing");
    private static final List<String> IN_DOUBT =
            List.of("INQUIRY hop to ASKED", "INQUIRY hop to ACCEPTED", "INQUIRY hop to REFUSED");
    private static final List<String> ANCHORED_IN_DOUBT = List.of("RELEASE in doubt", "ALIVE stamp root distance asks");

    private static final List<String> LEAVING = List.of("LEAVE", "STAY");
    private static final List<String> RESIZING = List.of("RESIZE to version by");

    private static final List<String> LOOK_AHEAD = List.of(
            "REQUEST fork yours",
            "FORK fork yours",
            "FORK wanted back for fork yours",
            "STATE fork mine",
            "STATE fork yours");
    private static final List<String> LOOK_AHEAD_SHARED =
            List.of("FORK fork yours using", "STATE fork yours using", "QUERY fork mine");
    private static final List<String> LOOK_AHEAD_LEAVING = List.of("BYE fork yours");
    private static final List<String> LOOK_AHEAD_FORGOTTEN = List.of(
            "QUERY fork unknown life to",
            "STATE fork unknown life to",
            "STATE fork mine life to",
            "FORK fork yours life to");

    private Coverage() {}

    /** What was never seen, in words; empty if everything was. */
    public static List<String> missing(HuntSettings settings, Tally tally) {
        List<String> missing = new ArrayList<>();
        if (settings.recovers()) {
            recovery(settings.faults().wreckage(), tally, missing);
            seek(settings.faults().hardships().twins() ? List.of(Event.TWINS) : List.of(), tally, missing);
            seek(settings.faults().hardships().liars() ? List.of(Event.LIES) : List.of(), tally, missing);
            return missing;
        }
        if (settings.algorithm().name().equals("lookahead")) {
            lookAhead(settings, tally, missing);
            return missing;
        }
        if (!settings.algorithm().name().startsWith("prioritized")
                || !settings.algorithm().guarantees().fencing()) {
            return missing;
        }
        boolean anchored = settings.algorithm().name().equals("prioritized");
        boolean lossy = settings.faults().lossyLinkDeath();
        List<String> words = new ArrayList<>(PRIORITIZED);
        if (anchored) {
            words.addAll(ANCHORED);
        }
        if (lossy) {
            words.addAll(IN_DOUBT);
            words.addAll(anchored ? ANCHORED_IN_DOUBT : List.of());
        }
        if (settings.faults().partitions() || settings.faults().churn()) {
            words.add("SUSPECT stamp");
        }
        HuntSettings.Hazards hazards = settings.faults().hazards();
        if (hazards.doze() || hazards.disconnect()) {
            words.addAll(LEAVING);
            seek(Event.FAREWELLS, tally, missing);
        }
        if (hazards.resize()) {
            words.addAll(RESIZING);
            seek(Event.REJECTIONS, tally, missing);
        }
        seek(words, tally.shapes(), "message ", missing);
        if (lossy) {
            seek(List.of("TOKEN", "RELEASE"), tally.lost(), "loss of ", missing);
            seek(anchored ? List.of("GRANT") : List.of(), tally.lost(), "loss of ", missing);
            seek(Event.REFUSED_TOKENS, tally, missing);
        }
        if (anchored) {
            seek(Event.BOUNCED_GRANTS, tally, missing);
        }
        seek(Event.RENAMED, tally, missing);
        return missing;
    }

    private static void recovery(HuntSettings.Wreckage wreckage, Tally tally, List<String> missing) {
        if (wreckage.crash()) {
            seek(List.of(Event.CRASHES, Event.RESTARTS, Event.RECOVERIES, Event.LOST_GRANTS), tally, missing);
            seek(List.of("TOKEN", "GRANT", "RELEASE"), tally.lost(), "loss of ", missing);
        }
        seek(wreckage.lostDisk() ? List.of(Event.LOST_DISKS) : List.of(), tally, missing);
        seek(wreckage.pause() ? List.of(Event.PAUSES) : List.of(), tally, missing);
        seek(List.of("TOKEN", "GRANT", "RELEASE"), tally.delivered(), "message ", missing);
    }

    private static void seek(List<Event> events, Tally tally, List<String> missing) {
        events.forEach(event -> seek(event, tally, missing));
    }

    private static void lookAhead(HuntSettings settings, Tally tally, List<String> missing) {
        HuntSettings.Hazards hazards = settings.faults().hazards();
        List<String> words = new ArrayList<>(LOOK_AHEAD);
        words.addAll(settings.pool().permits() > 1 ? LOOK_AHEAD_SHARED : List.of());
        words.addAll(hazards.doze() || hazards.disconnect() ? LOOK_AHEAD_LEAVING : List.of());
        words.addAll(hazards.reboot() ? LOOK_AHEAD_FORGOTTEN : List.of());
        seek(words, tally.shapes(), "message ", missing);
        if (hazards.loss() > 0) {
            seek(List.of("REQUEST", "FORK", "STATE"), tally.lost(), "loss of ", missing);
        }
        if (hazards.duplicate() > 0) {
            seek(Event.COPIES, tally, missing);
        }
        if (hazards.reorder() > 0) {
            seek(Event.OVERTAKINGS, tally, missing);
        }
    }

    private static void seek(List<String> expected, SortedMap<String, Long> seen, String what, List<String> missing) {
        for (String each : expected) {
            if (!seen.containsKey(each)) {
                missing.add(what + each);
            }
        }
    }

    private static void seek(Event event, Tally tally, List<String> missing) {
        if (tally.of(event) == 0) {
            missing.add(event.label());
        }
    }
}
