package io.meshlock.simulator.explore;

import io.meshlock.protocol.Protocol;

/** One node's whole state: the protocol's, and what its witness has seen. */
final class NodeState {

    final Protocol protocol;
    final Witness witness;

    NodeState(Protocol protocol, Witness witness) {
        this.protocol = protocol;
        this.witness = witness;
    }
}
