package io.meshlock.simulator.routing;

import io.meshlock.journal.Journal;
import io.meshlock.journal.Journals;
import io.meshlock.protocol.Message;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.engine.Feature;
import io.meshlock.simulator.network.Endpoints;
import io.meshlock.simulator.network.Network;
import io.meshlock.simulator.network.Transport;
import java.util.ArrayDeque;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * Carries messages from end to end, link by link. At every node it looks up the next hop, so a message follows the
 * routes as they change; messages between the same nodes may take different routes and overtake each other.
 *
 * <p>A message at a node without a route waits there until there is one, or is lost, as the scenario says. A link that
 * dies drains or loses its messages, like every link; drained messages are forwarded from the end that they reached.
 * Loss, duplication and reordering are added per message; see {@link ChannelFaults}.
 */
public final class Router implements Endpoints, Transport, Feature, Routes.Carrier {

    /** If more messages than this wait for a route, the run ends with an error, before memory runs out. */
    private static final int MOST_WAITING = 1_000_000;

    private final Network network;
    private final EventQueue queue;
    private final int eventKind;
    private final Endpoints nodes;
    private final Journal journal;
    private final boolean observed;
    private final boolean waitForRoute;
    private final int mostHops;
    private final Routes routes;
    private final ChannelFaults faults;

    private final @Nullable ArrayDeque<Packet>[] waiting;
    private int waitingCount;
    private int inFlight;

    /**
     * @param eventKind the kind of the router's events in the queue
     * @param nodes are told of messages that arrive or are lost
     * @param linkDelay mean time over one link, in time units
     * @param random for loss, duplication and reordering
     */
    public Router(
            Routing routing,
            Network network,
            EventQueue queue,
            int eventKind,
            Endpoints nodes,
            Journal journal,
            double linkDelay,
            UniformRandomProvider random) {
        this.network = network;
        this.queue = queue;
        this.eventKind = eventKind;
        this.nodes = nodes;
        this.journal = journal;
        this.observed = journal != Journals.none();
        this.waitForRoute = routing.waitForRoute();
        this.faults = new ChannelFaults(routing, linkDelay, random);
        this.waiting = queues(network.nodes());
        if (routing.protocol() instanceof RouteProtocol.DistanceVector settings) {
            mostHops = waitForRoute ? Integer.MAX_VALUE : settings.ttl();
            routes = new DistanceVector(settings, network, this);
        } else {
            mostHops = Integer.MAX_VALUE;
            routes = new ShortestPaths(network, this);
        }
    }

    // The compiler cannot check an array of a generic type; it is filled here and nowhere else.
    @SuppressWarnings("unchecked")
    private static @Nullable ArrayDeque<Packet>[] queues(int nodes) {
        return (@Nullable ArrayDeque<Packet>[]) new ArrayDeque<?>[nodes];
    }

    @Override
    public int[] kinds() {
        return new int[] {eventKind};
    }

    /** Lets the routing protocol begin. */
    @Override
    public void start() {
        routes.start();
    }

    /** From now on only links and missing routes lose or delay messages. */
    @Override
    public void heal() {
        faults.heal();
    }

    /** How many messages are on links, waiting for a route, or held back. */
    @Override
    public int inFlight() {
        return inFlight;
    }

    /** Sends a message to any other node. */
    @Override
    public void send(int from, int to, Message message) {
        if (to < 0 || to >= network.nodes() || to == from) {
            throw new IllegalStateException("node " + from + " writes to node " + to + ", but the others are 0 to "
                    + (network.nodes() - 1) + " without itself");
        }
        inFlight++;
        forward(from, new Packet(from, to, message));
    }

    /** A message that was held back, or a wake-up of the routing protocol, is due. */
    @Override
    public void handle(int kind, int a, int b, @Nullable Object payload) {
        if (payload instanceof Packet packet) {
            handOver(packet);
        } else {
            routes.due(a, b);
        }
    }

    /** The routes in use. */
    Routes routes() {
        return routes;
    }

    // ---- from the links ----

    @Override
    public void deliver(int from, int to, Message message) {
        if (!(message instanceof Packet packet)) {
            routes.receive(to, from, message);
        } else if (packet.to == to) {
            arrive(packet);
        } else {
            forward(to, packet);
        }
    }

    @Override
    public void lost(int from, int to, Message message) {
        if (message instanceof Packet packet) {
            lose(packet);
        }
    }

    @Override
    public void linkUp(int low, int high) {
        journal.linkUp(queue.now(), low, high);
        routes.linkUp(low, high);
    }

    @Override
    public void linkDown(int low, int high) {
        journal.linkDown(queue.now(), low, high);
        routes.linkDown(low, high);
    }

    // ---- from the routing protocol ----

    @Override
    public void tell(int from, int neighbour, Message control) {
        if (observed) {
            journal.routed(queue.now(), from, neighbour, control);
        }
        network.send(from, neighbour, control);
    }

    @Override
    public void wake(long delay, int node, int what) {
        queue.add(queue.now() + delay, eventKind, node, what, null);
    }

    @Override
    public void foundWay(int node) {
        ArrayDeque<Packet> here = waiting[node];
        if (here != null) {
            waiting[node] = null;
            waitingCount -= here.size();
            here.forEach(packet -> forward(node, packet)); // those still without a route wait again, in the same order
        }
    }

    @Override
    public void foundWays() {
        for (int node = 0; waitingCount > 0 && node < waiting.length; node++) {
            foundWay(node);
        }
    }

    // ---- messages ----

    private void forward(int at, Packet packet) {
        int next = packet.hops < mostHops ? routes.nextHop(at, packet.to) : Routes.NONE;
        if (next != Routes.NONE) {
            packet.hops++;
            if (observed) {
                journal.hopped(queue.now(), at, next, packet);
            }
            network.send(at, next, packet);
        } else if (waitForRoute) {
            await(at, packet);
        } else {
            lose(packet);
        }
    }

    private void await(int at, Packet packet) {
        if (waitingCount == MOST_WAITING) {
            throw new IllegalStateException(
                    MOST_WAITING + " messages wait for a way; the network is in parts too long");
        }
        waitingCount++;
        ArrayDeque<Packet> here = waiting[at];
        if (here == null) {
            here = new ArrayDeque<>();
            waiting[at] = here;
        }
        here.add(packet);
    }

    private void arrive(Packet packet) {
        if (faults.loses()) {
            lose(packet);
            return;
        }
        if (faults.duplicates()) {
            inFlight++;
            holdBack(packet);
        }
        if (faults.holdsBack()) {
            holdBack(packet);
        } else {
            handOver(packet);
        }
    }

    private void holdBack(Packet packet) {
        queue.add(queue.now() + faults.hold(), eventKind, packet.to, 0, packet);
    }

    private void handOver(Packet packet) {
        inFlight--;
        nodes.deliver(packet.from, packet.to, packet.message);
    }

    private void lose(Packet packet) {
        inFlight--;
        nodes.lost(packet.from, packet.to, packet.message);
    }
}
