package io.meshlock.laboratory.sweep;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/** Values of the command line in JSON's types. */
final class PlainValues {

    private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9]\\d{0,17})");
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d*)\\.\\d+");

    private PlainValues() {}

    /** A number if it is plainly one, otherwise the text. */
    static Object of(String value) {
        if (WHOLE.matcher(value).matches()) {
            return Long.parseLong(value);
        }
        return NUMBER.matcher(value).matches() ? new BigDecimal(value).doubleValue() : value;
    }
}
