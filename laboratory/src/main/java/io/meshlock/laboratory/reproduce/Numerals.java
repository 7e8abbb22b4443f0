package io.meshlock.laboratory.reproduce;

import java.math.BigDecimal;
import java.math.MathContext;

/** Figures for people. */
final class Numerals {

    private static final MathContext FEW = new MathContext(3);

    private Numerals() {}

    /** Three digits, and all of a whole number. */
    static String brief(double value) {
        if (!Double.isFinite(value)) {
            return "-";
        }
        if (value == Math.rint(value) && Math.abs(value) < 1e9) {
            return Long.toString((long) value);
        }
        BigDecimal exact = new BigDecimal(value);
        int whole = exact.precision() - exact.scale();
        MathContext digits = whole > FEW.getPrecision() ? new MathContext(whole) : FEW;
        return exact.round(digits).toPlainString();
    }
}
