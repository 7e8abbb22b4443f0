package io.meshlock.yaml;

import io.meshlock.yaml.Value.Text;
import java.util.regex.Pattern;

/** Numbers as people write them: digits, a point, an exponent; no infinity, nothing in quotes. */
public final class Numbers {

    private static final Pattern WHOLE = Pattern.compile("[-+]?\\d{1,15}");
    private static final Pattern NUMBER = Pattern.compile("[-+]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][-+]?\\d{1,3})?");

    private Numbers() {}

    /** The number, or NaN if it is none. */
    public static double whole(Text text) {
        return !text.quoted() && WHOLE.matcher(text.text()).matches() ? Double.parseDouble(text.text()) : Double.NaN;
    }

    /** The number, or NaN if it is none. */
    public static double any(Text text) {
        return text.quoted() ? Double.NaN : any(text.text());
    }

    public static double any(String text) {
        return NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
    }

    /** The number as people write it: without a fraction if it has none. */
    public static Number plain(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return (long) value;
        }
        return value;
    }

    /**
     * What a number may be.
     *
     * @param openLow true if {@code low} itself is not allowed
     * @param openHigh true if {@code high} itself is not allowed
     */
    public record Bounds(double low, boolean openLow, double high, boolean openHigh) {

        public static Bounds between(double low, double high) {
            return new Bounds(low, false, high, false);
        }

        /** Above {@code low}, at most {@code high}. */
        public static Bounds above(double low, double high) {
            return new Bounds(low, true, high, false);
        }

        /** Strictly between both. */
        public static Bounds inside(double low, double high) {
            return new Bounds(low, true, high, true);
        }

        public boolean isTooSmall(double value) {
            return openLow ? value <= low : value < low;
        }

        public boolean isTooLarge(double value) {
            return openHigh ? value >= high : value > high;
        }

        @Override
        public String toString() {
            if (!openLow && !openHigh) {
                return "from " + plain(low) + " to " + plain(high);
            }
            return (openLow ? "above " : "from ")
                    + plain(low)
                    + (openHigh ? " and below " : " and at most ")
                    + plain(high);
        }
    }
}
