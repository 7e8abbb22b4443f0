package io.meshlock.simulator.mobility;

import io.meshlock.simulator.network.LinkQuality;
import java.util.function.LongSupplier;

/** The present positions of moving nodes, and the quality of the links between them. Time must not go back. */
public final class Positions implements LinkQuality {

    private final Walker[] walkers;
    private final Leg[] legs;
    private final Radio radio;
    private final LongSupplier clock;

    /** @param clock tells the present tick */
    public Positions(Walker[] walkers, Radio radio, LongSupplier clock) {
        this.walkers = walkers.clone();
        this.radio = radio;
        this.clock = clock;
        legs = new Leg[walkers.length];
        for (int node = 0; node < legs.length; node++) {
            legs[node] = walkers[node].next();
        }
    }

    public double x(int node) {
        long now = clock.getAsLong();
        return leg(node, now).x(now);
    }

    public double y(int node) {
        long now = clock.getAsLong();
        return leg(node, now).y(now);
    }

    @Override
    public double linkQuality(int a, int b) {
        return radio.quality(Leg.distance(x(a), y(a), x(b), y(b)));
    }

    private Leg leg(int node, long now) {
        while (legs[node].end() < now) {
            legs[node] = walkers[node].next();
        }
        return legs[node];
    }
}
