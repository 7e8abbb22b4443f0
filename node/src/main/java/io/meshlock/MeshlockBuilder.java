package io.meshlock;

import io.meshlock.protocol.PoolBounds;
import io.meshlock.spi.HostPort;
import io.meshlock.spi.InProcessNetwork;
import io.meshlock.spi.JournalStreams;
import io.meshlock.spi.LinkTimings;
import io.meshlock.spi.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Configures a node and starts it.
 *
 * <pre>{@code
 * // A single node, to try things out.
 * Meshlock alone = Meshlock.builder().node("drone-7").bootstrap().start();
 * // One of several nodes in one process.
 * Meshlock inside = Meshlock.builder().inProcess(network, 2, "two").start();
 * // One of several machines.
 * Meshlock drone = Meshlock.builder()
 *         .keys(Path.of("keys/nodes/drone-7"))
 *         .listen("0.0.0.0:7400")
 *         .discover("239.7.4.0:7400")
 *         .peer("10.0.0.8:7400")
 *         .start();
 * }</pre>
 *
 * <h2>Bootstrap</h2>
 *
 * A pool's permits are granted by the node that has its token, and a pool must never have two tokens. So exactly one
 * node of a mesh is started with {@link #bootstrap()}: it makes the first token of each pool when it first hears of the
 * pool. All other nodes wait for that. A second bootstrap node is a mistake that cannot be prevented. It is detected
 * where nodes of the two pool instances meet: the younger one grants nothing from then on. A mesh that is to do without a
 * special node names its {@linkplain #voters first voters} instead.
 */
public final class MeshlockBuilder {

    /** How long a pool may be unused before a node leaves it, unless another time is given. */
    public static final Duration DEFAULT_POOL_EXPIRY = Duration.ofHours(1);

    private static final int DEFAULT_MAX_POOLS = 10_000;

    private @Nullable String name;
    private @Nullable Transport transport;
    private @Nullable Path keys;
    private @Nullable Integer insecureNumber;
    private boolean insecureAnywhere;
    private @Nullable HostPort listen;
    private final List<HostPort> peers = new ArrayList<>();
    private NodeDescription.@Nullable Discovery discovery;
    private LinkTimings timings = LinkTimings.DEFAULTS;
    private boolean bootstraps;
    private List<Integer> voters = List.of();
    private @Nullable Path state;
    private boolean ephemeral;
    private @Nullable Executor executor;
    private int maxPools = DEFAULT_MAX_POOLS;
    private Duration poolExpiry = DEFAULT_POOL_EXPIRY;
    private @Nullable JournalStreams journal;
    private final Map<String, PoolConfig> pools = new LinkedHashMap<>();

    MeshlockBuilder() {}

    /** Sets this node's name, unique in the mesh. With keys it may be left out: it is in the certificate. */
    public MeshlockBuilder node(String value) {
        name = value;
        return this;
    }

    /** Sets the folder with this node's keys and certificate, as {@code ./meshlock keys issue NAME} makes it. */
    public MeshlockBuilder keys(Path folder) {
        keys = folder;
        return this;
    }

    /**
     * Runs without keys: nothing is encrypted, and anybody who reaches the port can claim to be any node. For trying
     * things out; so it listens on loopback addresses only, unless {@link #insecureAnywhere()} is called, too.
     *
     * @param number this node's number, unique in the mesh; with keys, it is in the certificate
     */
    public MeshlockBuilder insecure(int number) {
        if (number < 0) {
            throw new IllegalArgumentException("a node's number is not negative, as " + number + " is");
        }
        insecureNumber = number;
        return this;
    }

    /** Without keys, lets whoever reaches the port be a node: needed to listen on other than loopback, or to discover. */
    public MeshlockBuilder insecureAnywhere() {
        insecureAnywhere = true;
        return this;
    }

    /** Listens for neighbours on this port, on all interfaces. */
    public MeshlockBuilder listen(int port) {
        return listen("0.0.0.0:" + port);
    }

    /**
     * Listens for neighbours at this address: {@code 10.0.0.7:7400}, {@code [fe80::7%wlan0]:7400}. Port 0 picks a free
     * port.
     */
    public MeshlockBuilder listen(String hostAndPort) {
        listen = HostPort.parse(hostAndPort);
        return this;
    }

    /** Dials a neighbour at this address, repeatedly until it answers. May be called several times. */
    public MeshlockBuilder peer(String hostAndPort) {
        peers.add(HostPort.parse(hostAndPort));
        return this;
    }

    /**
     * Finds neighbours by discovery announcements.
     *
     * @param group a multicast group and port, as {@code 239.7.4.0:7400}, or a broadcast address and port
     * @param interfaces the network interfaces to use; if none is given, all that support it
     */
    public MeshlockBuilder discover(String group, String... interfaces) {
        discovery = new NodeDescription.Discovery(HostPort.parse(group), List.of(interfaces));
        return this;
    }

    /** Sets the timeouts and retry intervals of TCP links; {@link LinkTimings#DEFAULTS} unless given. */
    public MeshlockBuilder timings(LinkTimings value) {
        timings = value;
        return this;
    }

    /** Makes this the bootstrap node of the mesh, of which there is exactly one: see above. */
    public MeshlockBuilder bootstrap() {
        bootstraps = true;
        return this;
    }

    /**
     * Names the first voters of the mesh's pools by their numbers, the same list at every node, instead of a bootstrap
     * node: a pool begins when a majority of them has come together and makes its first token. No node is special then,
     * and none that lost its folder can begin a pool again by itself. A voter needs a {@linkplain #state folder}. Later
     * on, others take the seats of voters that are gone. Pools without recovery are bootstrapped by the first of the list.
     *
     * <p>For meshes without keys. In one with keys the authority names the voters, once, and signs the list
     * ({@code ./meshlock keys voters}); a node takes it from its keys.
     *
     * <pre>{@code
     * Meshlock.builder().insecure(1).node("a").voters(1, 2, 3).state(folder)
     * }</pre>
     */
    public MeshlockBuilder voters(int... numbers) {
        List<Integer> list = Arrays.stream(numbers).boxed().distinct().toList();
        if (list.size() < numbers.length
                || list.size() % 2 == 0
                || list.size() > PoolBounds.MAX_VOTERS
                || list.stream().anyMatch(number -> number < 0)) {
            throw new IllegalArgumentException("expected an odd number of different nodes' numbers as voters, at most "
                    + PoolBounds.MAX_VOTERS + ", not " + Arrays.toString(numbers));
        }
        voters = list;
        return this;
    }

    /**
     * Keeps the node's durable state in this folder: its promises in pools with recovery, and the pools that it has
     * bootstrapped. The folder is made if it does not exist, readable by its owner alone; each node needs its own.
     *
     * <p>A node that has no folder is {@linkplain #ephemeral() ephemeral}: a library does not write to disks uninvited.
     * ({@code ./meshlock node} does: it has a folder unless it is told otherwise.) Nodes in production that are to
     * survive crashes have one, and so do nodes of pools with the algorithm {@code lookahead}.
     */
    public MeshlockBuilder state(Path folder) {
        state = folder;
        ephemeral = false;
        return this;
    }

    /**
     * Keeps nothing, as nodes without a {@linkplain #state folder} do anyway, and says that this is meant. Such a node
     * comes back from a restart as a stranger: its former incarnation counts as out of reach, and a bootstrap node
     * begins its pools anew, beside those that the mesh has. The younger ones then grant nothing as soon as they meet.
     */
    public MeshlockBuilder ephemeral() {
        state = null;
        ephemeral = true;
        return this;
    }

    /** Joins a network inside this process, with this number and name. */
    public MeshlockBuilder inProcess(InProcessNetwork network, int number, String nodeName) {
        name = nodeName;
        return transport(network.join(number, nodeName));
    }

    /** Uses another transport instead of TCP. It must not have been started; the node starts and closes it. */
    public MeshlockBuilder transport(Transport value) {
        transport = value;
        return this;
    }

    /**
     * Sets the executor that runs listeners and completes futures. Unless given, the node has threads of its own for
     * that, and others for telling of lost grants, so that a callback that blocks delays no loss.
     */
    public MeshlockBuilder executor(Executor value) {
        executor = value;
        return this;
    }

    /**
     * Limits the number of pools that this node takes part in, those offered by neighbours included. Some of the room is
     * kept for pools that this program opens, and some for those of other neighbours: one alone gets 71 %.
     */
    public MeshlockBuilder maxPools(int value) {
        if (value < 1) {
            throw new IllegalArgumentException("a node needs at least 1 pool, not " + value);
        }
        maxPools = value;
        return this;
    }

    /**
     * Leaves pools that nobody uses: no client of this node waits or holds permits, and nobody's messages passed through,
     * for this long; {@link #DEFAULT_POOL_EXPIRY} unless given. A node that comes close to its {@linkplain #maxPools
     * maximum} leaves them earlier. The pool opens again by itself when it is used: {@link PermitPool}s and locks stay
     * good, and fencing tokens go on rising. The bootstrap node, or the first of the voters, keeps pools that all others
     * have left, until it comes close to its maximum; then it keeps what it has promised in them, on disk if it has a
     * folder, and nothing else. The next use of such a pool begins as after a restart, with a new token after an election
     * timeout. Pools without recovery are not left.
     */
    public MeshlockBuilder poolExpiry(Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException("pools expire after a time, not after " + value);
        }
        poolExpiry = value;
        return this;
    }

    /** Writes a journal of every pool: see {@link JournalStreams}. */
    public MeshlockBuilder journal(JournalStreams value) {
        journal = value;
        return this;
    }

    /**
     * Opens this pool as the node starts, as {@link Meshlock#pool(String, PoolConfig)} would afterwards; may be called for
     * several. Settings that cannot hold, such as others than those in the node's folder, keep the node from starting
     * before it says a word to its neighbours.
     */
    public MeshlockBuilder pool(String value, PoolConfig config) {
        pools.put(value, config);
        return this;
    }

    /** Starts the node. It is usable immediately; links come up as neighbours are found. */
    public Meshlock start() {
        return NodeLauncher.find().launch(describe());
    }

    private NodeDescription describe() {
        NodeDescription.Tcp tcp =
                new NodeDescription.Tcp(keys, insecureNumber, insecureAnywhere, listen, peers, discovery, timings);
        return new NodeDescription(
                name,
                transport,
                tcp.equals(NodeDescription.Tcp.UNSAID) ? null : tcp,
                bootstraps,
                voters,
                state,
                ephemeral,
                executor,
                maxPools,
                poolExpiry,
                journal,
                pools);
    }
}
