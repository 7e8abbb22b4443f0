package io.meshlock.cli.terminal;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** How numbers are told to people: alike in all tables and lines. */
public final class Words {

    private static final long SHORT_MILLIS = 10_000;
    private static final long MANY = 120;
    private static final long MANY_HOURS = 48;

    private Words() {}

    /** As {@code 1 permit} and {@code 2 permits}. */
    public static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    /** A time as {@code 350 ms}, {@code 2.93 s}, {@code 58 s}, {@code 5 min}, {@code 3 h} or {@code 9 d}. */
    public static String time(long millis) {
        if (millis < 1_000) {
            return millis + " ms";
        }
        if (millis < SHORT_MILLIS) {
            return String.format(Locale.ROOT, "%.2f s", millis / 1_000.0);
        }
        long seconds = TimeUnit.MILLISECONDS.toSeconds(millis);
        if (seconds < MANY) {
            return seconds + " s";
        }
        long minutes = TimeUnit.SECONDS.toMinutes(seconds);
        if (minutes < MANY) {
            return minutes + " min";
        }
        long hours = TimeUnit.MINUTES.toHours(minutes);
        return hours < MANY_HOURS ? hours + " h" : TimeUnit.HOURS.toDays(hours) + " d";
    }
}
