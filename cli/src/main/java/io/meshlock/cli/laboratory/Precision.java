package io.meshlock.cli.laboratory;

import io.meshlock.cli.command.UsageException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Understands {@code --until}: how precise a mean must be. */
final class Precision {

    private static final Pattern WRITTEN = Pattern.compile("(?:ci95\\s*<=?\\s*)?(\\d{1,9}(?:\\.\\d{1,9})?)\\s*%");

    private Precision() {}

    /** The largest half width of a confidence interval, divided by the mean. */
    static double parse(String written) {
        Matcher matcher = WRITTEN.matcher(written.trim());
        double percent = matcher.matches() ? Double.parseDouble(matcher.group(1)) : 0;
        if (percent <= 0 || percent > 100) {
            throw new UsageException("--until: '" + written
                    + "' is no precision; expected above 0 % and at most 100 % of the mean, such as 2% or 'ci95<=2%'");
        }
        return percent / 100;
    }
}
