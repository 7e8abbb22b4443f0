package io.meshlock.simulator.explore;

import io.meshlock.protocol.Protocol;

/** The whole state of one node: its protocol and its {@link Witness}. */
final class NodeState {

    final Protocol protocol;
    final Witness witness;

    NodeState(Protocol protocol, Witness witness) {
        this.protocol = protocol;
        this.witness = witness;
    }
}
