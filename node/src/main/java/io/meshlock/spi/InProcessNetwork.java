package io.meshlock.spi;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * A network inside one process, whose links the program makes and cuts. For tests and demonstrations.
 *
 * <pre>{@code
 * InProcessNetwork network = new InProcessNetwork();
 * Transport one = network.join(1, "one");
 * Transport two = network.join(2, "two");
 * network.connect(1, 2);        // the link comes up as soon as both have started
 * network.cut(1, 2);            // frames under way are lost
 * }</pre>
 *
 * <p>All callbacks of all nodes run on one thread, one at a time.
 */
public final class InProcessNetwork implements AutoCloseable {

    private final Executor callbacks;
    private final @Nullable ExecutorService own;
    private final Map<Integer, InProcessTransport> nodes = new LinkedHashMap<>();
    private final Set<Pair> wanted = new LinkedHashSet<>();
    private final Map<Pair, InProcessLink> links = new LinkedHashMap<>();
    private long instances;

    /** A network with a thread of its own. */
    public InProcessNetwork() {
        own = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "meshlock-in-process");
            thread.setDaemon(true);
            return thread;
        });
        callbacks = own;
    }

    /** A network whose callbacks run on this executor, which must run them one at a time and in order. */
    public InProcessNetwork(Executor callbacks) {
        own = null;
        this.callbacks = callbacks;
    }

    /** Adds a node. It may join again with the same number after its transport was closed. */
    public synchronized Transport join(int number, String name) {
        InProcessTransport before = nodes.get(number);
        if (before != null && !before.isClosed()) {
            throw new IllegalStateException("node " + number + " has joined already");
        }
        long incarnation = before == null ? 1 : before.self().incarnation() + 1;
        InProcessTransport node = new InProcessTransport(this, new Peer(number, name, incarnation));
        nodes.put(number, node);
        return node;
    }

    /** Connects two nodes, now or as soon as both have started. */
    public synchronized void connect(int a, int b) {
        wanted.add(Pair.of(a, b));
        raise(Pair.of(a, b));
    }

    /** Cuts the link between two nodes. Frames under way are lost; both ends are told. */
    public synchronized void cut(int a, int b) {
        wanted.remove(Pair.of(a, b));
        InProcessLink link = links.remove(Pair.of(a, b));
        if (link != null) {
            link.close(LinkEnd.CUT);
        }
    }

    Executor callbacks() {
        return callbacks;
    }

    /** True if callbacks run on a thread of the network's own, so that a caller can wait for them. */
    boolean hasOwnThread() {
        return own != null;
    }

    synchronized void started(InProcessTransport node) {
        for (Pair pair : wanted) {
            if (pair.has(node.self().number())) {
                raise(pair);
            }
        }
    }

    private void raise(Pair pair) {
        InProcessTransport low = nodes.get(pair.low());
        InProcessTransport high = nodes.get(pair.high());
        if (low == null || high == null || !low.isStarted() || !high.isStarted()) {
            return;
        }
        if (!links.containsKey(pair)) {
            InProcessLink link = new InProcessLink(this, low, high, ++instances);
            links.put(pair, link);
            callbacks.execute(link::raise);
        }
    }

    /** A link went down by itself. If it is still wanted, a new one follows; not after a bug, since it would recur. */
    synchronized void ended(InProcessLink link, int a, int b, boolean again) {
        if (links.remove(Pair.of(a, b), link) && again && wanted.contains(Pair.of(a, b))) {
            raise(Pair.of(a, b));
        }
    }

    void leave(InProcessTransport node) {
        Set<InProcessLink> ending = new LinkedHashSet<>();
        synchronized (this) {
            links.forEach((pair, link) -> {
                if (pair.has(node.self().number())) {
                    ending.add(link);
                }
            });
        }
        ending.forEach(link -> link.leave(node));
    }

    /** Closes all nodes and ends the thread. */
    @Override
    public void close() {
        Set<InProcessTransport> all;
        synchronized (this) {
            wanted.clear();
            all = new LinkedHashSet<>(nodes.values());
        }
        all.forEach(InProcessTransport::close);
        if (own != null) {
            own.shutdown();
        }
    }

    /** Two nodes, the smaller number first. */
    private record Pair(int low, int high) {
        static Pair of(int a, int b) {
            if (a == b) {
                throw new IllegalArgumentException("node " + a + " cannot be connected to itself");
            }
            return new Pair(Math.min(a, b), Math.max(a, b));
        }

        boolean has(int node) {
            return low == node || high == node;
        }
    }
}
