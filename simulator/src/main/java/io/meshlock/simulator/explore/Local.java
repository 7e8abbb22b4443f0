package io.meshlock.simulator.explore;

import io.meshlock.protocol.Protocol;

/** One node's whole state: the protocol's, and what its witness has seen. */
final class Local {

    final Protocol protocol;
    final Witness witness;

    Local(Protocol protocol, Witness witness) {
        this.protocol = protocol;
        this.witness = witness;
    }
}
