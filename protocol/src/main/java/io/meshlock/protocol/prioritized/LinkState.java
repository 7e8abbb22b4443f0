package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.WireSize;

/**
 * The neighbours of a node, as the node told others.
 *
 * @param version larger after every change
 * @param hops how many nodes have told it on, the node itself included
 */
public record LinkState(int node, long version, NodeList peers, int hops) {

    LinkState toldOn() {
        return new LinkState(node, version, peers, hops + 1);
    }

    int bytes() {
        return 2 + WireSize.number(node) + WireSize.number(version) + peers.bytes() + WireSize.number(hops);
    }
}
