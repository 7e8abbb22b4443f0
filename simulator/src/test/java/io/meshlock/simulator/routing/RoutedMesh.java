package io.meshlock.simulator.routing;

import io.meshlock.journal.Journal;
import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Message;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.engine.RandomStreams;
import io.meshlock.simulator.engine.RandomStreams.Concern;
import io.meshlock.simulator.network.Endpoints;
import io.meshlock.simulator.network.LinkChanges;
import io.meshlock.simulator.network.Network;
import io.meshlock.simulator.network.Topologies;
import io.meshlock.simulator.network.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Links and a router without protocols: tests send messages and check what arrives. */
final class RoutedMesh implements Endpoints, Journal {

    private static final int DELIVERY = 0;
    private static final int ROUTING = 1;

    record Note(int number) implements Message {
        @Override
        public String type() {
            return "NOTE";
        }

        @Override
        public int bytes() {
            return 1;
        }
    }

    final EventQueue queue = new EventQueue();
    final Network network;
    final Router router;
    final LinkChanges changes;
    final List<Integer> arrived = new ArrayList<>();
    final List<Integer> lost = new ArrayList<>();
    int hops;
    int controls;
    private Runnable afterEach = () -> {};

    RoutedMesh(Topology topology, int nodes, Routing routing, boolean lossy, long seed) {
        RandomStreams streams = new RandomStreams(seed);
        Distribution delay = new Distribution.Constant(1);
        network = new Network(
                Topologies.create(topology, nodes, streams.of(Concern.TOPOLOGY)),
                queue,
                DELIVERY,
                delay,
                streams.of(Concern.DELAY));
        router = new Router(routing, network, queue, ROUTING, this, this, 1, streams.of(Concern.CHANNEL));
        changes = new LinkChanges(network, router, lossy);
        router.start();
    }

    /** Is called after every event from now on. */
    void afterEach(Runnable check) {
        afterEach = check;
    }

    void send(int from, int to, int number) {
        router.send(from, to, new Note(number));
    }

    /** Lets time units pass. */
    void pass(double units) {
        long end = queue.now() + Ticks.of(units);
        while (queue.take(end, this::handle)) {
            afterEach.run();
        }
    }

    private void handle(int kind, int a, int b, @Nullable Object payload) {
        if (kind == DELIVERY) {
            network.arrived();
            router.deliver(a, b, Network.message(payload));
        } else {
            router.handle(ROUTING, a, b, payload);
        }
    }

    /** Hops from a node to all others over the links that are up, by breadth-first search; -1 without a way. */
    int[] distances(int from) {
        int[] distances = new int[network.nodes()];
        Arrays.fill(distances, -1);
        distances[from] = 0;
        List<Integer> reached = new ArrayList<>(List.of(from));
        for (int at = 0; at < reached.size(); at++) {
            int node = reached.get(at);
            for (int peer = 0; peer < network.nodes(); peer++) {
                if (peer != node && network.isUp(node, peer) && distances[peer] < 0) {
                    distances[peer] = distances[node] + 1;
                    reached.add(peer);
                }
            }
        }
        return distances;
    }

    @Override
    public void deliver(int from, int to, Message message) {
        arrived.add(((Note) message).number());
    }

    @Override
    public void lost(int from, int to, Message message) {
        lost.add(((Note) message).number());
    }

    @Override
    public void linkUp(int low, int high) {
        throw new IllegalStateException("nodes over a router hear nothing of links");
    }

    @Override
    public void linkDown(int low, int high) {
        throw new IllegalStateException("nodes over a router hear nothing of links");
    }

    // The journal has methods of the same names, with a time; only these two count here.

    @Override
    public void hopped(long time, int from, int to, Message packet) {
        hops++;
    }

    @Override
    public void routed(long time, int from, int to, Message control) {
        controls++;
    }
}
