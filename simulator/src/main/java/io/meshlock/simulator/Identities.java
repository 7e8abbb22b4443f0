package io.meshlock.simulator;

import io.meshlock.simulator.Failures.Fault;
import io.meshlock.simulator.network.Network;

/**
 * Which host is which node. Host i is node i; a {@linkplain Fault.Twin twin} is a further host with the number of a node
 * that has one already. Protocols know numbers of nodes; the network, clocks, disks, clients and the journal know hosts, so
 * that checkers count what both hosts of a node hold.
 */
final class Identities {

    private final int nodes;
    /** The numbers of the hosts beyond the nodes. */
    private final int[] twins;

    Identities(WorldSpec spec) {
        nodes = spec.nodes();
        twins = spec.failures().twins().stream().mapToInt(Fault.Twin::node).toArray();
    }

    /** The number by which others know the node that runs on this host. */
    int number(int host) {
        return host < nodes ? host : twins[host - nodes];
    }

    /** True if the host is there in addition to that of its node's number. */
    boolean isTwin(int host) {
        return host >= nodes;
    }

    boolean hasTwins() {
        return twins.length > 0;
    }

    int hosts() {
        return nodes + twins.length;
    }

    /** The host that a message to a node reaches: one that is linked with the sender, if there is one. */
    int reached(Network network, int from, int node) {
        int linked = linked(network, from, node, from);
        return linked < 0 ? node : linked;
    }

    /** The host of a node, other than one, that is linked with this one; -1 if none is. */
    int linked(Network network, int from, int node, int except) {
        if (node != except && node != from && network.isUp(from, node)) {
            return node;
        }
        for (int host = nodes; host < hosts(); host++) {
            if (number(host) == node && host != except && host != from && network.isUp(from, host)) {
                return host;
            }
        }
        return -1;
    }
}
