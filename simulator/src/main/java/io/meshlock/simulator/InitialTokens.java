package io.meshlock.simulator;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.recovery.RecoverySettings;
import java.util.Arrays;

/**
 * How a pool begins on a known graph: which nodes hold how many of its tokens, and how far each node is from the
 * nearest.
 *
 * <p>The tokens start one each at the lowest nodes, as in [KRL]; if there are more tokens than nodes, the lowest get
 * one more. An algorithm without tokens is bootstrapped by node 0.
 *
 * <p>A node without a token is as many hops away from the nearest holder as its distance says, at least 1. A holder's
 * distance is 0 next to a node without a token, and one less with every hop further from such nodes. So every node
 * without a token has a neighbour that is nearer, and every holder has one that is farther (if any node has no token):
 * [KRL] requires this of the first heights.
 */
public final class InitialTokens {

    private final PoolSettings pool;
    private final Options options;
    private final boolean lossyLinks;
    private final int[][] neighbours;
    private final int[] tokens;
    private final int[] distances;

    /** The start of a pool on the graph in which {@code neighbours[i]}, ascending, are the neighbours of node i. */
    public InitialTokens(
            Algorithm algorithm, PoolSettings pool, Options options, boolean lossyLinks, int[][] neighbours) {
        this.pool = pool;
        this.options = options;
        this.lossyLinks = lossyLinks;
        this.neighbours = neighbours;
        int nodes = neighbours.length;
        int all = algorithm.guarantees().tokens().of(pool.permits());
        tokens = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            tokens[node] = all / nodes + (node < all % nodes ? 1 : 0);
        }
        distances = distances(all == 0 ? 1 : Math.min(all, nodes));
    }

    /** How many tokens a node has at the start. */
    public int tokens(int node) {
        return tokens[node];
    }

    /** The setup of a node at the start. */
    public Setup setup(int node) {
        int[] peers = neighbours[node];
        int[] away = new int[peers.length];
        Arrays.setAll(away, i -> distances[peers[i]]);
        boolean bootstrapNode = node == 0 || tokens[node] > 0;
        Setup.Links links = new Setup.Links(peers, away);
        return Setup.of(node, pool)
                .bootstrap(bootstrapNode)
                .tokens(tokens[node])
                .distance(distances[node])
                .meshSize(neighbours.length)
                .links(links)
                .lossyLinks(lossyLinks)
                .options(options)
                .build();
    }

    /** The setup of a node that restarts: it has no links yet, and no token. */
    public Setup restart(int node) {
        return setup(node).unlinked();
    }

    /** The durable state of a node of a pool with recovery at the start: the lowest nodes vote. */
    public DurableState durable(int node) {
        int voters = RecoverySettings.firstVoters(options);
        return DurableState.ofMesh(node, neighbours.length, pool.permits(), voters);
    }

    /** The distances if the nodes below {@code holders} hold the tokens. */
    private int[] distances(int holders) {
        int nodes = neighbours.length;
        int[] outside = hops(0, holders);
        int[] inside = hops(holders, nodes);
        int[] result = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            boolean nobodyElse = inside[node] == nodes;
            result[node] = node >= holders ? outside[node] : nobodyElse ? 0 : 1 - inside[node];
        }
        return result;
    }

    /**
     * Hops to the nearest of the nodes from {@code first} up to {@code end}; the number of nodes if there is no way.
     */
    private int[] hops(int first, int end) {
        int nodes = neighbours.length;
        int[] hops = new int[nodes];
        Arrays.fill(hops, nodes);
        int[] reached = new int[nodes];
        int tail = 0;
        for (int node = first; node < end; node++) {
            hops[node] = 0;
            reached[tail++] = node;
        }
        for (int head = 0; head < tail; head++) {
            int from = reached[head];
            for (int to : neighbours[from]) {
                if (hops[to] == nodes) {
                    hops[to] = hops[from] + 1;
                    reached[tail++] = to;
                }
            }
        }
        return hops;
    }
}
