package io.meshlock.simulator.network;

import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The links at the start, and of networks that move also later; see {@link Topologies}. */
public sealed interface Topology {
    /** A random connected graph with this share of all possible links. */
    record Random(double density) implements Topology {}

    /** Nodes uniform in a 1000 × 1000 square, linked within {@code range}; drawn again until connected. */
    record Geometric(double range) implements Topology {}

    record Line() implements Topology {}

    record Ring() implements Topology {}

    /** As square as the number of nodes allows, row by row. */
    record Grid() implements Topology {}

    /** Node 0 in the middle. */
    record Star() implements Topology {}

    record Full() implements Topology {}

    /** A complete tree below node 0 in which every node has up to {@code children} children. */
    record Tree(int children) implements Topology {}

    /** Given links. */
    record Listed(List<Link> links) implements Topology {}

    record Link(int a, int b) {}

    /** Links that come and go by themselves, from the start on. Not combined with churn. */
    non-sealed interface Changing extends Topology {

        /** The changes of links before the duration is over. */
        LinkHistory history(int nodes, long duration, long seed);

        /** The quality of links at the clock's present tick, or null if they lose nothing. */
        @Nullable
        LinkQuality quality(int nodes, long seed, LongSupplier clock);
    }

    /** Links as they were recorded, the same with every seed. */
    record Recorded(RecordedLinks links) implements Changing {
        @Override
        public LinkHistory history(int nodes, long duration, long seed) {
            return links.before(duration);
        }

        @Override
        public @Nullable LinkQuality quality(int nodes, long seed, LongSupplier clock) {
            return links.loses() ? links : null;
        }
    }
}
