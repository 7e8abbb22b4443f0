package io.meshlock.link;

import io.meshlock.link.map.LinkStateReceiver;
import io.meshlock.link.wire.MessageCodecs;
import io.meshlock.link.wire.PoolTerms;
import io.meshlock.spi.Link;
import io.meshlock.spi.LinkListener;
import io.meshlock.spi.LinkReceiver;
import io.meshlock.spi.Peer;
import io.meshlock.spi.Transport;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Connects the pools of a node with its links. Thread-safe. The package documentation has an example. */
public final class PoolLinks implements AutoCloseable, LinkListener {

    /** The largest number of pools that a node may open, and that a neighbour may announce to it. */
    public static final int MAX_POOLS = 1 << 16;

    private final Transport transport;
    private final PoolOffers offers;
    private final LinkStateReceiver map;
    private final Map<String, OpenPool> ports = new ConcurrentHashMap<>();
    private final List<LinkSession> neighbours = new CopyOnWriteArrayList<>();
    private final Router router = new Router(this);
    private volatile int opened;

    private PoolLinks(Transport transport, PoolOffers offers, LinkStateReceiver map) {
        this.transport = transport;
        this.offers = offers;
        this.map = map;
    }

    /** Uses this transport, which must not have been started. It is closed together with this object. */
    public static PoolLinks over(Transport transport, PoolOffers offers) {
        return over(transport, offers, LinkStateReceiver.NONE);
    }

    /** The same, with a receiver of link-state adverts. */
    public static PoolLinks over(Transport transport, PoolOffers offers, LinkStateReceiver map) {
        return new PoolLinks(transport, offers, map);
    }

    /** Starts the transport. Pools may be opened before and after. */
    public void start() {
        transport.start(this);
    }

    /** This node. */
    public Peer self() {
        return transport.self();
    }

    /** The neighbours with a link that is up, in no particular order. */
    public Collection<Peer> peers() {
        return neighbours.stream().map(neighbour -> neighbour.link().peer()).toList();
    }

    /**
     * Takes part in a pool. {@code receiver.linkUp} follows for every neighbour that does too, perhaps before this
     * returns.
     *
     * @throws IllegalArgumentException if the algorithm does not run on real links
     * @throws IllegalStateException if the pool is open already, or too many are
     */
    public PoolPort open(PoolTerms terms, PoolReceiver receiver) {
        OpenPool port = register(terms, receiver);
        for (LinkSession neighbour : neighbours) {
            neighbour.link().execute(() -> neighbour.announce(port));
        }
        return port;
    }

    private synchronized OpenPool register(PoolTerms terms, PoolReceiver receiver) {
        if (ports.containsKey(terms.name())) {
            throw new IllegalStateException("pool '" + terms.name() + "' is open already");
        }
        if (ports.size() == MAX_POOLS || opened == Integer.MAX_VALUE) {
            throw new IllegalStateException("this node has " + MAX_POOLS + " pools, the maximum");
        }
        // Numbers are not reused, so that a late message cannot reach a pool that was opened again.
        OpenPool port = new OpenPool(this, opened, terms, MessageCodecs.of(terms), receiver);
        ports.put(terms.name(), port);
        opened++;
        return port;
    }

    /** How many pools were ever opened: numbers below this may turn up in messages. */
    int opened() {
        return opened;
    }

    @Nullable
    OpenPool port(String name) {
        return ports.get(name);
    }

    PoolOffers offers() {
        return offers;
    }

    Router router() {
        return router;
    }

    /** The link to a neighbour, if it is up. */
    @Nullable
    Link linkTo(int neighbour) {
        for (LinkSession each : neighbours) {
            if (each.link().peer().number() == neighbour) {
                return each.link();
            }
        }
        return null;
    }

    LinkStateReceiver map() {
        return map;
    }

    Transport transport() {
        return transport;
    }

    void announceAgain(OpenPool port) {
        for (LinkSession neighbour : neighbours) {
            neighbour.link().execute(() -> neighbour.announceAgain(port));
        }
    }

    void retire(OpenPool port) {
        if (ports.remove(port.terms().name(), port)) {
            for (LinkSession neighbour : neighbours) {
                neighbour.link().execute(() -> neighbour.withdraw(port));
            }
        }
    }

    @Override
    public LinkReceiver linkUp(Link link) {
        LinkSession neighbour = new LinkSession(this, link);
        // First add the session, then announce: a pool that is opened meanwhile is announced by this thread, by the
        // other, or by both, and the second call has no effect.
        neighbours.add(neighbour);
        ports.values().forEach(neighbour::announce);
        map.linkUp(link);
        return neighbour;
    }

    void forget(LinkSession neighbour) {
        neighbours.remove(neighbour);
    }

    /** Closes the transport: {@code linkDown} comes for every neighbour of every pool. */
    @Override
    public void close() {
        transport.close();
    }
}
