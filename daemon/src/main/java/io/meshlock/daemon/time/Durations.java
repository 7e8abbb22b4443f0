package io.meshlock.daemon.time;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 500ms}, {@code 10s}, {@code 1.5m}, {@code 2h}, {@code 1d}. */
public final class Durations {

    /** What to write, for messages. */
    public static final String EXPECTED = "a duration such as 500ms, 10s, 2m, 1h or 1d";

    private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(?:\\.([0-9]{1,3}))?(ms|s|m|h|d)");

    private Durations() {}

    /**
     * Reads a duration, to the millisecond.
     *
     * @throws IllegalArgumentException if it is none; the message says what was expected
     */
    public static Duration parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("'" + text + "' is no duration; expected " + EXPECTED);
        }
        long unitMillis = unitMillis(form.group(3));
        long millis = Long.parseLong(form.group(1)) * unitMillis;
        String fraction = form.group(2);
        if (fraction != null) {
            millis += Long.parseLong((fraction + "00").substring(0, 3)) * unitMillis / 1000;
        }
        return Duration.ofMillis(millis);
    }

    private static long unitMillis(String unit) {
        return switch (unit) {
            case "ms" -> 1;
            case "s" -> 1_000;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            default -> 86_400_000;
        };
    }

    /** A duration to be read: the largest unit without a fraction, as {@code 90s} or {@code 250ms}. */
    public static String text(Duration duration) {
        long millis = duration.toMillis();
        for (String unit : new String[] {"d", "h", "m", "s"}) {
            if (millis != 0 && millis % unitMillis(unit) == 0) {
                return millis / unitMillis(unit) + unit;
            }
        }
        return millis + "ms";
    }
}
