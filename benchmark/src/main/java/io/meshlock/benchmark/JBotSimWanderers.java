package io.meshlock.benchmark;

import io.jbotsim.core.Link;
import io.jbotsim.core.Message;
import io.jbotsim.core.Node;
import io.jbotsim.core.Topology;
import java.util.ArrayList;
import java.util.List;

/**
 * Wanderers in JBotSim, as a user in a hurry would write them: links given, wireless off, so that distances are not
 * looked at again; neighbours kept in an array, where {@code getNeighbors()} would build a list for each message;
 * messages sent on as they came. Rounds are run by calling JBotSim's scheduler on this thread, which spares it its
 * timer thread and the bookkeeping of its clock. JBotSim's ordinary engine delivers a message one round after it was
 * sent.
 */
final class JBotSimWanderers implements Wanderers {

    private final Topology topology = new Topology();
    private final List<Wanderer> wanderers = new ArrayList<>();

    JBotSimWanderers(GeometricMesh mesh, int perNode) {
        topology.disableWireless();
        for (int i = 0; i < mesh.nodes(); i++) {
            Wanderer wanderer = new Wanderer(i);
            wanderers.add(wanderer);
            topology.addNode(mesh.x(i), mesh.y(i), wanderer);
        }
        for (io.meshlock.simulator.network.Topology.Link link : mesh.links()) {
            topology.addLink(new Link(wanderers.get(link.a()), wanderers.get(link.b())));
        }
        for (Wanderer wanderer : wanderers) {
            wanderer.neighbours = wanderer.getNeighbors().toArray(new Node[0]);
            for (int i = 0; i < perNode; i++) {
                wanderer.sendOn(new Message("HOP"));
            }
        }
    }

    @Override
    public long run(int units) {
        long before = delivered();
        for (int unit = 0; unit < units; unit++) {
            topology.getScheduler().onClock(topology, List.of());
        }
        return delivered() - before;
    }

    private long delivered() {
        long sum = 0;
        for (Wanderer wanderer : wanderers) {
            sum += wanderer.delivered;
        }
        return sum;
    }

    private static final class Wanderer extends Node {

        private Node[] neighbours = {};
        private long dice;
        private long delivered;

        Wanderer(long dice) {
            this.dice = dice;
        }

        @Override
        public void onMessage(Message message) {
            delivered++;
            sendOn(message);
        }

        void sendOn(Message message) {
            dice = Wanderers.roll(dice);
            send(neighbours[Wanderers.below(neighbours.length, dice)], message);
        }
    }
}
