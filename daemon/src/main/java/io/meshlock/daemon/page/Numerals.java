package io.meshlock.daemon.page;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers as the page gets them. */
final class Numerals {

    private static final int MICROS = 6;
    private static final int TENTHS = 1;

    private Numerals() {}

    /** To a millionth, as exact as journals are, in as few characters as it takes. */
    static BigDecimal micros(double value) {
        return rounded(value, MICROS);
    }

    /** To a tenth: places on a screen. */
    static BigDecimal tenths(double value) {
        return rounded(value, TENTHS);
    }

    private static BigDecimal rounded(double value, int places) {
        BigDecimal rounded = BigDecimal.valueOf(value)
                .setScale(places, RoundingMode.HALF_EVEN)
                .stripTrailingZeros();
        return rounded.scale() < 0 ? rounded.setScale(0, RoundingMode.UNNECESSARY) : rounded;
    }
}
