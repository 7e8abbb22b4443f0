package io.meshlock.simulator.mobility;

import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.engine.RandomStreams;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Random walk: a new direction and a new speed every {@code interval}; nodes bounce off the borders. Nodes are spread
 * evenly over the area at all times.
 */
public record RandomWalk(Area area, Speeds speed, Distribution interval) implements Mobility {

    @Override
    public Walker walker(int node, long seed) {
        return new Path(RandomStreams.member(seed, node));
    }

    private final class Path extends BouncingWalker {

        Path(UniformRandomProvider random) {
            super(area, random);
        }

        @Override
        long turn() {
            double pace = speed.draw(random);
            double direction = 2 * Math.PI * random.nextDouble();
            vx = pace * StrictMath.cos(direction);
            vy = pace * StrictMath.sin(direction);
            return interval.sampleTicks(random);
        }
    }
}
