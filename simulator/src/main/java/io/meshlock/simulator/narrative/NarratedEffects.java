package io.meshlock.simulator.narrative;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;
import java.util.List;

/** Performs one node's effects on the mesh and writes each down in plain words. */
final class NarratedEffects implements Effects {

    private final NarrativeMesh mesh;
    private final int node;
    private final String name;
    private final Topology topology;
    private final Clients clients;
    private final List<String> log;

    NarratedEffects(NarrativeMesh mesh, int node, Topology topology, Clients clients, List<String> log) {
        this.mesh = mesh;
        this.node = node;
        this.name = topology.names().get(node);
        this.topology = topology;
        this.clients = clients;
        this.log = log;
    }

    @Override
    public void send(int to, Message message) {
        log.add("  " + name + " -> " + topology.names().get(to) + " " + message);
        mesh.carry(node, to, message);
    }

    @Override
    public void granted(PermitGrant grant) {
        String request = clients.enter(node, grant);
        log.add("  " + request + " enters: " + name + " holds " + grant.permits()
                + (grant.permits() == 1 ? " permit" : " permits") + " (grant " + number(grant.number())
                + (grant.slots().count() > 0 ? ", slots " + grant.slots() : "") + ")");
    }

    @Override
    public void rejected(long request, Rejection why) {
        log.add("  " + clients.refuse(node, request) + " is rejected: " + why.reason());
    }

    @Override
    public void withdrawn(long request) {
        log.add("  " + clients.refuse(node, request) + " is withdrawn");
    }

    @Override
    public void setTimer(int timer, long delay) {
        log.add("  " + name + " sets timer " + timer + " for " + delay);
        mesh.startTimer(node, timer, delay);
    }

    @Override
    public void mayLeave() {
        log.add("  " + name + " may leave");
    }

    @Override
    public void remember(int incarnation) {
        log.add("  " + name + " remembers " + incarnation);
        mesh.remember(node, incarnation);
    }

    @Override
    public void waiting(long request, Key key) {
        log.add("  " + clients.nameOf(node, request) + " waits as " + key);
    }

    @Override
    public void decided(long number, Key key) {
        clients.decided(node, number);
        log.add("  " + name + " decides: grant " + number(number) + " for " + key);
    }

    @Override
    public void tokens(int held) {
        log.add(held > 0 ? "  token at " + name : "  token leaves " + name);
    }

    @Override
    public void resized(PoolSize size) {
        clients.resized(node, size);
        log.add("  " + name + " takes the pool to have " + size.permits()
                + (size.permits() == 1 ? " permit" : " permits") + " (version " + size.version() + " by "
                + topology.names().get(size.node()) + ")");
    }

    /** Numbers that name their node in the upper half are shown as node#serial. */
    private static String number(long number) {
        return number >> Integer.SIZE == 0 ? Long.toString(number) : (number >> Integer.SIZE) + "#" + (int) number;
    }
}
