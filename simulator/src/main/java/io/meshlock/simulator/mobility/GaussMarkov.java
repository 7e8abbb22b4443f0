package io.meshlock.simulator.mobility;

import io.meshlock.journal.Ticks;
import io.meshlock.simulator.engine.RandomStreams;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Gauss–Markov mobility (Liang and Haas, 1999), in its form for velocities: every {@code interval} the velocity becomes
 * {@code memory} times the old one plus Gaussian noise, so that paths are smooth. There is no drift, and the
 * nodes bounce off the borders; so nodes are spread evenly and their velocities are Gaussian at all times.
 *
 * @param speed the mean speed, over all instants
 * @param memory 0: every velocity is new; towards 1: hardly any change
 * @param interval time units between changes
 */
public record GaussMarkov(Area area, double speed, double memory, double interval) implements Mobility {

    public GaussMarkov {
        if (!(speed > 0 && memory >= 0 && memory < 1 && interval > 0)) {
            throw new IllegalArgumentException(
                    "Gauss-Markov with speed " + speed + ", memory " + memory + ", interval " + interval);
        }
    }

    @Override
    public Walker walker(int node, long seed) {
        return new Path(RandomStreams.member(seed, node));
    }

    private final class Path extends BouncingWalker {

        /** Of each component of the velocity: the length of such a vector is √(π/2) of it on average. */
        private final double deviation = speed / Math.sqrt(Math.PI / 2);

        Path(UniformRandomProvider random) {
            super(area, random);
            drift(0, deviation);
        }

        @Override
        long turn() {
            drift(memory, deviation * Math.sqrt(1 - memory * memory));
            return Ticks.of(interval);
        }

        /** Box and Muller's two independent Gaussian numbers. */
        private void drift(double kept, double noise) {
            double length = Math.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
            double angle = 2 * Math.PI * random.nextDouble();
            vx = kept * vx + noise * length * StrictMath.cos(angle);
            vy = kept * vy + noise * length * StrictMath.sin(angle);
        }
    }
}
