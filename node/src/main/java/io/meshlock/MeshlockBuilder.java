package io.meshlock;

import io.meshlock.spi.HostPort;
import io.meshlock.spi.InProcessNetwork;
import io.meshlock.spi.JournalStreams;
import io.meshlock.spi.LinkTimings;
import io.meshlock.spi.Transport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/**
 * Describes a node and starts it.
 *
 * <pre>{@code
 * // Alone, for a first try.
 * Meshlock alone = Meshlock.builder().node("drone-7").bootstrap().start();
 * // Among nodes of one process.
 * Meshlock inside = Meshlock.builder().inProcess(network, 2, "two").start();
 * // Among machines.
 * Meshlock drone = Meshlock.builder()
 *         .keys(Path.of("keys/nodes/drone-7"))
 *         .listen("0.0.0.0:7400")
 *         .discover("239.7.4.0:7400")
 *         .peer("10.0.0.8:7400")
 *         .start();
 * }</pre>
 *
 * <h2>Founding</h2>
 *
 * A pool's permits are given out by its token, and there must never be two. So one node of a mesh, and one only, is started with
 * {@link #bootstrap()}: every pool's token begins its life there, when that node first hears of the pool. All other nodes wait for
 * it. A second founding node is a mistake that cannot be prevented, but is noticed where the two meet: they do not share pools,
 * and say so in their logs.
 */
public final class MeshlockBuilder {

    private static final int DEFAULT_MAX_POOLS = 10_000;

    private @Nullable String name;
    private @Nullable Transport transport;
    private @Nullable Path keys;
    private @Nullable Integer insecureNumber;
    private @Nullable HostPort listen;
    private final List<HostPort> peers = new ArrayList<>();
    private NodeDescription.@Nullable Discovery discovery;
    private LinkTimings timings = LinkTimings.DEFAULTS;
    private boolean bootstraps;
    private @Nullable Path state;
    private Executor executor = ForkJoinPool.commonPool();
    private int maxPools = DEFAULT_MAX_POOLS;
    private @Nullable JournalStreams journal;

    MeshlockBuilder() {}

    /** This node's name, unique in the mesh. With keys it may be left out: the certificate has it. */
    public MeshlockBuilder node(String value) {
        name = value;
        return this;
    }

    /** The folder with this node's keys and certificate, as {@code ./meshlock keys issue NAME} makes it. */
    public MeshlockBuilder keys(Path folder) {
        keys = folder;
        return this;
    }

    /**
     * Does without keys: nothing is encrypted, and whoever reaches the port can claim to be anybody. For trying things out.
     *
     * @param number this node's number, unique in the mesh; with keys, the certificate has it
     */
    public MeshlockBuilder insecure(int number) {
        if (number < 0) {
            throw new IllegalArgumentException("a node's number is not negative, as " + number + " is");
        }
        insecureNumber = number;
        return this;
    }

    /** Listens for neighbours on this port, on all interfaces. */
    public MeshlockBuilder listen(int port) {
        return listen("0.0.0.0:" + port);
    }

    /**
     * Listens for neighbours at this address: {@code 10.0.0.7:7400}, {@code [fe80::7%wlan0]:7400}. Port 0 is any free
     * one.
     */
    public MeshlockBuilder listen(String hostAndPort) {
        listen = HostPort.parse(hostAndPort);
        return this;
    }

    /** Dials a neighbour at this address, again and again until it answers. May be called several times. */
    public MeshlockBuilder peer(String hostAndPort) {
        peers.add(HostPort.parse(hostAndPort));
        return this;
    }

    /**
     * Finds neighbours by beacons.
     *
     * @param group a multicast group and port, as {@code 239.7.4.0:7400}, or a broadcast address
     * @param interfaces the network interfaces to use; none for all that can
     */
    public MeshlockBuilder discover(String group, String... interfaces) {
        discovery = new NodeDescription.Discovery(HostPort.parse(group), List.of(interfaces));
        return this;
    }

    /** How patient TCP links are, and how often they are tried; {@link LinkTimings#DEFAULTS} unless given. */
    public MeshlockBuilder timings(LinkTimings value) {
        timings = value;
        return this;
    }

    /** Makes this the mesh's one founding node: see above. */
    public MeshlockBuilder bootstrap() {
        bootstraps = true;
        return this;
    }

    /**
     * A folder in which the node keeps what it must not forget: what it promised in pools with recovery, and which pools it has
     * founded. Each node has its own. A node that is started again without it is a newcomer, whose former self counts as out of
     * reach; a founding node founds its pools anew, beside those of the others. Pools with the algorithm
     * {@code lookahead} need a folder at every node.
     */
    public MeshlockBuilder state(Path folder) {
        state = folder;
        return this;
    }

    /** Joins a network inside this process under a number and a name. */
    public MeshlockBuilder inProcess(InProcessNetwork network, int number, String nodeName) {
        name = nodeName;
        return transport(network.join(number, nodeName));
    }

    /** Uses links of another kind. The transport must not have been started, and is closed with the node. */
    public MeshlockBuilder transport(Transport value) {
        transport = value;
        return this;
    }

    /** Where listeners and what depends on futures run; {@link ForkJoinPool#commonPool()} unless given. */
    public MeshlockBuilder executor(Executor value) {
        executor = value;
        return this;
    }

    /** The most pools that this node takes part in, those of its neighbours included. */
    public MeshlockBuilder maxPools(int value) {
        if (value < 1) {
            throw new IllegalArgumentException("a node needs at least 1 pool, not " + value);
        }
        maxPools = value;
        return this;
    }

    /** Keeps a journal of every pool: see {@link JournalStreams}. */
    public MeshlockBuilder journal(JournalStreams value) {
        journal = value;
        return this;
    }

    /** Starts the node. It takes part at once; links come up as neighbours are found. */
    public Meshlock start() {
        return NodeLauncher.find().launch(describe());
    }

    private NodeDescription describe() {
        NodeDescription.Tcp tcp = new NodeDescription.Tcp(keys, insecureNumber, listen, peers, discovery, timings);
        return new NodeDescription(
                name,
                transport,
                tcp.equals(NodeDescription.Tcp.UNSAID) ? null : tcp,
                bootstraps,
                state,
                executor,
                maxPools,
                journal);
    }
}
