package io.meshlock.laboratory.plot;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/** Where a value lies between the ends of an axis, and which values are marked. */
final class Scale {

    private static final int WANTED_TICKS = 6;

    private final boolean logarithmic;
    private final double low;
    private final double high;
    private final List<Double> ticks = new ArrayList<>();

    private Scale(boolean logarithmic, double low, double high) {
        this.logarithmic = logarithmic;
        this.low = low;
        this.high = high;
    }

    /** From {@code low} to {@code high}, or a little further so that both ends are marked if {@code rounded}. */
    static Scale linear(double low, double high, boolean rounded) {
        double span = high > low ? high - low : Math.max(1, Math.abs(high));
        double step = niceStep(span / WANTED_TICKS);
        double end = high > low ? high : low + span;
        Scale scale = rounded
                ? new Scale(false, Math.floor(low / step) * step, Math.ceil(end / step - 1e-9) * step)
                : new Scale(false, low, end);
        // Counted in steps: adding up would gather rounding errors.
        for (long i = (long) Math.ceil(scale.low / step - 1e-9); i * step <= scale.high + step * 1e-9; i++) {
            scale.ticks.add(round(i * step));
        }
        return scale;
    }

    /** Marks powers of ten, and 2 and 5 times those if there are few. */
    static Scale logarithmic(double low, double high) {
        double end = high > low ? high : low * 10;
        Scale scale = new Scale(true, low, end);
        boolean dense = Math.log10(end / low) <= 3;
        for (int power = (int) Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(end)); power++) {
            for (int digit : dense ? new int[] {1, 2, 5} : new int[] {1}) {
                double tick = round(digit * Math.pow(10, power));
                if (tick >= low * (1 - 1e-9) && tick <= end * (1 + 1e-9)) {
                    scale.ticks.add(tick);
                }
            }
        }
        return scale;
    }

    /** Names at 0, 1, 2 …, with half a step of room at both ends. */
    static Scale names(int count) {
        Scale scale = new Scale(false, -0.5, count - 0.5);
        for (int i = 0; i < count; i++) {
            scale.ticks.add((double) i);
        }
        return scale;
    }

    /** 0 at the low end, 1 at the high end; what lies outside is moved to the end. */
    double share(double value) {
        double share = logarithmic
                ? Math.log(Math.max(value, low) / low) / Math.log(high / low)
                : (value - low) / (high - low);
        return Math.max(0, Math.min(1, share));
    }

    List<Double> ticks() {
        return ticks;
    }

    private static double niceStep(double rough) {
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double digit = rough / power;
        return round((digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10) * power);
    }

    /** Without the last digits, in which machines may differ. */
    private static double round(double value) {
        return new BigDecimal(value).round(new MathContext(12)).doubleValue();
    }

    /** A value as people write it. */
    static String text(double value) {
        if (value == 0) {
            return "0";
        }
        BigDecimal number = new BigDecimal(value).round(new MathContext(6)).stripTrailingZeros();
        int wholeDigits = number.precision() - number.scale();
        return wholeDigits > 7 || wholeDigits < -3 ? number.toString().replace("E+", "E") : number.toPlainString();
    }
}
