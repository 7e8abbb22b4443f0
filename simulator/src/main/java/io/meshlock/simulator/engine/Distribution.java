package io.meshlock.simulator.engine;

import io.meshlock.journal.Ticks;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A distribution of spans or counts, as scenarios write them: {@code constant 1}, {@code uniform 1 3}, {@code
 * exponential 10}.
 */
public sealed interface Distribution {

    /** A real sample, for spans of time. */
    double sample(UniformRandomProvider random);

    /** A whole sample, for counts; a uniform distribution includes both ends. */
    int sampleWhole(UniformRandomProvider random);

    /** The smallest and the largest value that {@link #sampleWhole} can give. */
    int wholeMin();

    int wholeMax();

    double mean();

    /** A sample as a span of simulated time. */
    default long sampleTicks(UniformRandomProvider random) {
        return Ticks.of(sample(random));
    }

    /** The same distribution with every value multiplied. */
    Distribution scaled(double factor);

    record Constant(double value) implements Distribution {
        @Override
        public double sample(UniformRandomProvider random) {
            return value;
        }

        @Override
        public int sampleWhole(UniformRandomProvider random) {
            return (int) value;
        }

        @Override
        public int wholeMin() {
            return (int) value;
        }

        @Override
        public int wholeMax() {
            return (int) value;
        }

        @Override
        public double mean() {
            return value;
        }

        @Override
        public Distribution scaled(double factor) {
            return new Constant(value * factor);
        }

        @Override
        public String toString() {
            return "constant " + plain(value);
        }
    }

    record Uniform(double low, double high) implements Distribution {
        @Override
        public double sample(UniformRandomProvider random) {
            return low + (high - low) * random.nextDouble();
        }

        @Override
        public int sampleWhole(UniformRandomProvider random) {
            return wholeMin() + random.nextInt(wholeMax() - wholeMin() + 1);
        }

        @Override
        public int wholeMin() {
            return (int) Math.ceil(low);
        }

        @Override
        public int wholeMax() {
            return (int) Math.floor(high);
        }

        @Override
        public double mean() {
            return (low + high) / 2;
        }

        @Override
        public Distribution scaled(double factor) {
            return new Uniform(low * factor, high * factor);
        }

        @Override
        public String toString() {
            return "uniform " + plain(low) + " " + plain(high);
        }
    }

    record Exponential(double mean) implements Distribution {
        @Override
        public double sample(UniformRandomProvider random) {
            // StrictMath: the same bits on every platform. 1 - u lies in (0, 1], so the logarithm is finite.
            return -mean * StrictMath.log(1 - random.nextDouble());
        }

        @Override
        public int sampleWhole(UniformRandomProvider random) {
            return (int) Math.min(Integer.MAX_VALUE, Math.round(sample(random)));
        }

        @Override
        public int wholeMin() {
            return 0;
        }

        @Override
        public int wholeMax() {
            return Integer.MAX_VALUE;
        }

        @Override
        public Distribution scaled(double factor) {
            return new Exponential(mean * factor);
        }

        @Override
        public String toString() {
            return "exponential " + plain(mean);
        }
    }

    private static String plain(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
