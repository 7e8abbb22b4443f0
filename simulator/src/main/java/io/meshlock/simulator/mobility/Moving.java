package io.meshlock.simulator.mobility;

import io.meshlock.simulator.network.LinkHistory;
import io.meshlock.simulator.network.LinkQuality;
import io.meshlock.simulator.network.Topology;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Nodes move, and nodes within radio range are linked. */
public record Moving(Mobility mobility, Radio radio) implements Topology.Changing {
    @Override
    public LinkHistory history(int nodes, long duration, long seed) {
        return new Proximity(mobility.walkers(nodes, seed), radio, duration);
    }

    @Override
    public @Nullable LinkQuality quality(int nodes, long seed, LongSupplier clock) {
        return radio.loses() ? new Positions(mobility.walkers(nodes, seed), radio, clock) : null;
    }
}
