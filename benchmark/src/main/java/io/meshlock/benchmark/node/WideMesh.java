package io.meshlock.benchmark.node;

import io.meshlock.Meshlock;
import io.meshlock.PermitPool;
import io.meshlock.PoolConfig;
import io.meshlock.PoolStatus;
import io.meshlock.benchmark.GeometricMesh;
import io.meshlock.simulator.network.Topology;
import io.meshlock.spi.InProcessNetwork;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Many nodes in this process, linked as a geometric mesh, with one pool. Nodes are linked all at once, after all of them
 * have opened the pool: the first node bootstraps it, and the others know nothing of it.
 *
 * <p>They are ephemeral: all their links share one thread, and a voter that waits for its disk would keep all of them
 * waiting. What a promise costs is the time of an fsync, at voters alone.
 */
final class WideMesh implements AutoCloseable {

    static final String POOL = "docks";

    private static final long SEED = 7;

    private final GeometricMesh graph;
    private final InProcessNetwork network = new InProcessNetwork();
    private final List<Meshlock> nodes = new ArrayList<>();
    private final List<PermitPool> pools = new ArrayList<>();

    /** Starts the nodes, without links. */
    WideMesh(int size, PoolConfig config) {
        graph = new GeometricMesh(size, SEED);
        for (int i = 0; i < size; i++) {
            var builder = Meshlock.builder().inProcess(network, i, "node-" + i).ephemeral();
            nodes.add((i == 0 ? builder.bootstrap() : builder).start());
            pools.add(nodes.get(i).pool(POOL, config));
        }
    }

    /** Links all nodes that are near each other. */
    void link() {
        graph.links().forEach(link -> network.connect(link.a(), link.b()));
    }

    List<PermitPool> pools() {
        return pools;
    }

    int links() {
        return graph.links().size();
    }

    // ---- what they say ----------------------------------------------------------------------------------------------

    PoolStatus status(int node) {
        return pools.get(node).status().orElseThrow();
    }

    /** The node that has a token that may grant; -1 if there is none at the moment. */
    int holder() {
        for (int i = 0; i < pools.size(); i++) {
            PoolStatus status = status(i);
            if (status.token() && !status.validFor().isZero()) {
                return i;
            }
        }
        return -1;
    }

    /** How many messages of the pool a node has sent, per link that it has. */
    double messagesPerLink(int node) {
        return (double) pools.get(node).statistics().sent()
                / Math.max(1, neighbours(node).size());
    }

    /** Messages of the pool that all nodes have sent so far, per link and end, by type. */
    SortedMap<String, Double> messagesByType() {
        SortedMap<String, Double> sum = new TreeMap<>();
        for (PermitPool pool : pools) {
            pool.statistics()
                    .sentByType()
                    .forEach((type, count) -> sum.merge(type, count / (2.0 * links()), Double::sum));
        }
        return sum;
    }

    /** What all nodes have sent so far. */
    Traffic traffic() {
        long messages =
                pools.stream().mapToLong(pool -> pool.statistics().sent()).sum();
        return new Traffic(messages, count("frames_sent"), count("bytes_sent"), count("adverts_sent"));
    }

    private long count(String label) {
        return nodes.stream()
                .mapToLong(node -> node.linkEvents().getOrDefault(label, 0L))
                .sum();
    }

    /**
     * What nodes sent.
     *
     * @param messages messages of the pool
     * @param frames all frames: those, announcements of pools, and adverts
     * @param bytes of all frames
     * @param adverts adverts of the map of the mesh
     */
    record Traffic(long messages, long frames, long bytes, long adverts) {
        Traffic since(Traffic before) {
            return new Traffic(
                    messages - before.messages, frames - before.frames, bytes - before.bytes, adverts - before.adverts);
        }
    }

    // ---- distances --------------------------------------------------------------------------------------------------

    /** How many hops it is from this node to every other. */
    int[] hops(int from) {
        int[] hops = new int[nodes.size()];
        Arrays.fill(hops, -1);
        hops[from] = 0;
        Deque<Integer> queue = new ArrayDeque<>(List.of(from));
        while (!queue.isEmpty()) {
            int node = queue.remove();
            for (int next : neighbours(node)) {
                if (hops[next] < 0) {
                    hops[next] = hops[node] + 1;
                    queue.add(next);
                }
            }
        }
        return hops;
    }

    /** The largest number of hops between any two nodes. */
    int diameter() {
        int longest = 0;
        for (int i = 0; i < nodes.size(); i++) {
            longest = Math.max(longest, Arrays.stream(hops(i)).max().orElse(0));
        }
        return longest;
    }

    private List<Integer> neighbours(int node) {
        List<Integer> found = new ArrayList<>();
        for (Topology.Link link : graph.links()) {
            if (link.a() == node || link.b() == node) {
                found.add(link.a() == node ? link.b() : link.a());
            }
        }
        return found;
    }

    // ---- cutting ----------------------------------------------------------------------------------------------------

    void cutOff(int node) {
        neighbours(node).forEach(other -> network.cut(node, other));
    }

    void mend(int node) {
        neighbours(node).forEach(other -> network.connect(node, other));
    }

    @Override
    public void close() {
        network.close(); // at once, as if all machines lost their network: nobody hands anything on
        nodes.forEach(Meshlock::close);
    }
}
