package io.meshlock.simulator.explore;

import io.meshlock.protocol.Protocol;
import org.jspecify.annotations.Nullable;

/** The whole state of one node: its protocol, if it runs, and its {@link TimedWitness}. */
final class TimedNode {

    final int node;

    @Nullable
    Protocol protocol;

    final TimedWitness witness;

    TimedNode(int node, Protocol protocol, TimedWitness witness) {
        this.node = node;
        this.protocol = protocol;
        this.witness = witness;
    }
}
