package io.meshlock.laboratory.trace;

/**
 * How well a link works, as files say it: {@code quality} from 0.01 to 1; meshviewer's {@code source_tq} and {@code
 * target_tq}, from 0 to 1 for the two directions; hopglass's {@code tq}, how often a frame is sent until one arrives.
 */
final class LinkQuality {

    private double quality = 1;
    private double source = Double.NaN;
    private double target = Double.NaN;
    private boolean possible = true;

    /** Reads one property of a link; {@code number} is NaN if it is none. Properties of other names mean nothing. */
    void read(String property, double number) {
        switch (property) {
            case "quality" -> {
                possible &= number >= 0.01 && number <= 1;
                quality = number;
            }
            case "tq" -> {
                possible &= number >= 0;
                quality = number > 1 ? 1 / number : number;
            }
            case "source_tq" -> {
                possible &= number >= 0 && number <= 1;
                source = number;
            }
            case "target_tq" -> {
                possible &= number >= 0 && number <= 1;
                target = number;
            }
            default -> {}
        }
    }

    /** False if a property had a value that it cannot have. */
    boolean isPossible() {
        return possible;
    }

    /** From 0 to 1; of two directions, their mean. */
    double value() {
        if (Double.isNaN(source)) {
            return Double.isNaN(target) ? quality : target;
        }
        return Double.isNaN(target) ? source : (source + target) / 2;
    }
}
