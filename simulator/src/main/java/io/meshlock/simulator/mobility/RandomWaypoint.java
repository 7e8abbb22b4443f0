package io.meshlock.simulator.mobility;

import io.meshlock.journal.Ticks;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.engine.RandomStreams;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Random waypoint: a node goes straight to a uniform point of the area, rests there for a while, and goes on.
 *
 * <p>If all nodes start at uniform points, at the beginning of a trip, the first minutes are not typical: in the long
 * run nodes are denser in the middle, on slow trips more often than on fast ones, and some are resting. A
 * <em>stationary</em> start draws the state of every node from this long-run distribution (Navidi and Camp, 2004), so
 * that figures are unbiased from the first instant on. The other start exists for comparison with simulators that have
 * only that.
 */
public record RandomWaypoint(Area area, Speeds speed, Distribution pause, boolean stationary) implements Mobility {

    /** The pause, always the same, with which nodes move this share of the time. */
    public static Distribution pauseFor(double moving, Area area, Speeds speed) {
        return new Distribution.Constant(meanTripTime(area, speed) * (1 - moving) / moving);
    }

    private static double meanTripTime(Area area, Speeds speed) {
        return area.meanDistance() * speed.meanInverse();
    }

    /** The share of the time that a node moves. */
    public double moving() {
        double trip = meanTripTime(area, speed);
        return trip / (trip + pause.mean());
    }

    @Override
    public Walker walker(int node, long seed) {
        return new Path(RandomStreams.member(seed, node));
    }

    private final class Path implements Walker {

        private final UniformRandomProvider random;
        private long now;
        private double x;
        private double y;
        /** True if the node stands at a waypoint where it has not rested yet. */
        private boolean tired;

        private boolean begun;

        Path(UniformRandomProvider random) {
            this.random = random;
        }

        @Override
        public Leg next() {
            if (!begun) {
                begun = true;
                return first();
            }
            long rest = tired ? pause.sampleTicks(random) : 0;
            tired = false;
            return rest > 0 ? rest(rest) : trip(anyX(), anyY(), speed.draw(random));
        }

        private Leg first() {
            x = anyX();
            y = anyY();
            if (!stationary) {
                return trip(anyX(), anyY(), speed.draw(random));
            }
            return random.nextDouble() < moving() ? underWay() : rest(Math.max(1, Ticks.of(restLeft())));
        }

        /** In the middle of a trip: at a random instant, trips are met in proportion to their length. */
        private Leg underWay() {
            double toX = anyX();
            double toY = anyY();
            while (random.nextDouble() * area.diagonal() > Leg.distance(x, y, toX, toY)) {
                x = anyX();
                y = anyY();
                toX = anyX();
                toY = anyY();
            }
            double done = random.nextDouble();
            x += done * (toX - x);
            y += done * (toY - y);
            return trip(toX, toY, speed.drawUnderWay(random));
        }

        /** The remaining rest at a random instant: a random part of a rest drawn in proportion to its length. */
        private double restLeft() {
            if (pause instanceof Distribution.Exponential) {
                return pause.sample(random);
            }
            double whole = pause.mean();
            if (pause instanceof Distribution.Uniform uniform) {
                double low = uniform.low() * uniform.low();
                double high = uniform.high() * uniform.high();
                whole = Math.sqrt(low + (high - low) * random.nextDouble());
            }
            return whole * random.nextDouble();
        }

        private Leg rest(long ticks) {
            return to(now + ticks, x, y);
        }

        private Leg trip(double toX, double toY, double pace) {
            tired = true;
            return to(now + Math.max(1, Ticks.of(Leg.distance(x, y, toX, toY) / pace)), toX, toY);
        }

        private Leg to(long end, double toX, double toY) {
            Leg leg = new Leg(now, end, x, y, toX, toY);
            now = end;
            x = toX;
            y = toY;
            return leg;
        }

        private double anyX() {
            return random.nextDouble() * area.width();
        }

        private double anyY() {
            return random.nextDouble() * area.height();
        }
    }
}
