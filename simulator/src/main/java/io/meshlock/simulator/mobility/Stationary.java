package io.meshlock.simulator.mobility;

import io.meshlock.simulator.engine.RandomStreams;
import org.apache.commons.rng.UniformRandomProvider;

/** Nodes that do not move, at uniform places in the area, for comparison with movement over the same area. */
public record Stationary(Area area) implements Mobility {

    @Override
    public Walker walker(int node, long seed) {
        UniformRandomProvider random = RandomStreams.member(seed, node);
        double x = random.nextDouble() * area.width();
        double y = random.nextDouble() * area.height();
        return () -> Leg.rest(0, Leg.FOREVER, x, y);
    }
}
