package io.meshlock.simulator.mobility;

import org.apache.commons.rng.UniformRandomProvider;

/** Speeds drawn uniformly from a range, in distance per time unit. */
public record Speeds(double min, double max) {

    public Speeds {
        if (!(min > 0 && max >= min)) {
            throw new IllegalArgumentException("speeds from " + min + " to " + max);
        }
    }

    double draw(UniformRandomProvider random) {
        return min + (max - min) * random.nextDouble();
    }

    /**
     * The speed that a node has at a random instant, rather than on a random trip: slow trips last longer, so its
     * density goes with 1 / speed.
     */
    double drawUnderWay(UniformRandomProvider random) {
        return min * StrictMath.pow(max / min, random.nextDouble());
    }

    /** The mean of 1 / speed over trips, which times the mean length of a trip is the mean time of a trip. */
    public double meanInverse() {
        return min == max ? 1 / min : StrictMath.log(max / min) / (max - min);
    }
}
