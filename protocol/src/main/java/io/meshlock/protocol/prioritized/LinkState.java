package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.WireSize;

/**
 * The neighbours of a node, as the node told others.
 *
 * @param version larger after every change
 */
public record LinkState(int node, long version, NodeList peers) {

    int bytes() {
        return 2 + WireSize.number(node) + WireSize.number(version) + peers.bytes();
    }
}
