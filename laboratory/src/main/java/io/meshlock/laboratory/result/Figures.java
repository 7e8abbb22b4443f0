package io.meshlock.laboratory.result;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Rounds figures for results. */
final class Figures {

    /** Enough for any figure, and few enough to hide the last bits of a sum. */
    private static final int DIGITS = 12;

    /** Quantiles come from a numerical search whose last digits may differ between platforms. */
    private static final int INTERVAL_DIGITS = 6;

    private Figures() {}

    /** The figure rounded, as a whole number if it is one; null if it is not a number. */
    static @Nullable Number figure(double value) {
        return rounded(value, DIGITS);
    }

    /** The half width of a confidence interval. */
    static @Nullable Number interval(double value) {
        return rounded(value, INTERVAL_DIGITS);
    }

    private static @Nullable Number rounded(double value, int digits) {
        if (!Double.isFinite(value)) {
            return null;
        }
        double tidy = new BigDecimal(value)
                .round(new MathContext(digits, RoundingMode.HALF_EVEN))
                .doubleValue();
        if (tidy == Math.rint(tidy) && Math.abs(tidy) < 1e15) {
            return (long) tidy;
        }
        return tidy;
    }
}
