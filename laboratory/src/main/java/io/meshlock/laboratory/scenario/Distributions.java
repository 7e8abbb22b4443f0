package io.meshlock.laboratory.scenario;

import io.meshlock.simulator.engine.Distribution;
import io.meshlock.yaml.Numbers;
import io.meshlock.yaml.Numbers.Bounds;
import io.meshlock.yaml.Spelling;
import java.util.List;

/**
 * Distributions as scenarios write them: {@code 1}, {@code constant 1}, {@code uniform 1 3}, {@code exponential 10}.
 *
 * @param bounds what every value must lie in
 * @param whole whether values are counts
 * @param exponential whether that shape is allowed; its values have no upper bound
 * @param expected the expected syntax, for error messages
 */
record Distributions(Bounds bounds, boolean whole, boolean exponential, String expected) {

    /** Longest span of time: far beyond any experiment, far below the end of the tick counter. */
    static final double MAX_TIME = 1e10;

    private static final String SHAPES = "T, constant T, uniform A B or exponential MEAN";

    /** Spans of time. */
    static final Distributions SPANS =
            new Distributions(Bounds.between(0, MAX_TIME), false, true, "times from 0 to 10000000000 as " + SHAPES);

    /** Spans of time that take at least a moment: below a thousandth, time would hardly pass. */
    static final Distributions POSITIVE_SPANS = new Distributions(
            Bounds.between(0.001, MAX_TIME), false, true, "times from 0.001 to 10000000000 as " + SHAPES);

    /** Priorities: any whole numbers whose multiples still fit a key's score. */
    static final Distributions PRIORITIES = new Distributions(
            Bounds.between(-1_000_000, 1_000_000),
            true,
            true,
            "whole numbers from -1000000 to 1000000 as N, constant N or uniform A B, or exponential MEAN");

    /** h: as many permits as the pool can give. */
    static Distributions permits(int k) {
        return new Distributions(
                Bounds.between(1, k),
                true,
                false,
                "whole numbers from 1 to " + k + " (the pool's permits) as N, constant N or uniform A B");
    }

    /** Understands a distribution; throws {@link IllegalArgumentException} saying what is wrong with it. */
    Distribution parse(String text) {
        String[] words = text.trim().split("\\s+", -1);
        String shape = Double.isNaN(Numbers.any(words[0])) ? words[0] : "constant";
        List<String> arguments = List.of(words).subList(shape.equals(words[0]) ? 1 : 0, words.length);
        return switch (shape) {
            case "constant" -> new Distribution.Constant(numbers(text, arguments, 1)[0]);
            case "uniform" -> uniform(text, numbers(text, arguments, 2));
            case "exponential" -> exponential(text, arguments);
            default ->
                throw new IllegalArgumentException("'" + text + "' is not a distribution"
                        + Spelling.hint(shape, List.of("constant", "uniform", "exponential")));
        };
    }

    private static Distribution uniform(String text, double[] ends) {
        if (ends[0] > ends[1]) {
            throw new IllegalArgumentException("'" + text + "' ends below its beginning");
        }
        return new Distribution.Uniform(ends[0], ends[1]);
    }

    private Distribution exponential(String text, List<String> arguments) {
        if (!exponential) {
            throw new IllegalArgumentException("'" + text + "' has no upper end");
        }
        Distributions means = new Distributions(Bounds.above(0, bounds.high()), false, true, expected);
        double mean = means.numbers(text, arguments, 1)[0];
        return new Distribution.Exponential(mean);
    }

    private double[] numbers(String text, List<String> words, int count) {
        if (words.size() != count) {
            throw new IllegalArgumentException("'" + text + "' has " + words.size() + " numbers instead of " + count);
        }
        double[] numbers = new double[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = number(words.get(i));
        }
        return numbers;
    }

    private double number(String word) {
        double number = Numbers.any(word);
        if (Double.isNaN(number)) {
            throw new IllegalArgumentException("'" + word + "' is not a number");
        }
        if (bounds.isTooSmall(number)) {
            throw new IllegalArgumentException(word + " is too small");
        }
        if (bounds.isTooLarge(number)) {
            throw new IllegalArgumentException(word + " is too large");
        }
        if (whole && number != Math.rint(number)) {
            throw new IllegalArgumentException(word + " is not a whole number");
        }
        return number;
    }
}
