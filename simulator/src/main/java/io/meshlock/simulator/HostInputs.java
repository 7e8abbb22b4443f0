package io.meshlock.simulator;

import io.meshlock.journal.Journal;
import io.meshlock.protocol.Message;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.engine.Feature;
import io.meshlock.simulator.network.Endpoints;
import org.jspecify.annotations.Nullable;

/**
 * Delivers inputs to nodes: messages, link changes, timers and clients' calls. Each passes through {@link Hosts}, which
 * may delay it (the host is paused) or drop it (the host is down). For a healthy host this allocates nothing.
 */
final class HostInputs implements Endpoints, Feature {

    private final Hosts hosts;
    private final Nodes nodes;
    private final Clients clients;
    private final Timers timers;
    private final EventQueue queue;
    private final Journal journal;

    HostInputs(Hosts hosts, Nodes nodes, Clients clients, Timers timers, EventQueue queue, Journal journal) {
        this.hosts = hosts;
        this.nodes = nodes;
        this.clients = clients;
        this.timers = timers;
        this.queue = queue;
        this.journal = journal;
    }

    @Override
    public void deliver(int from, int to, Message message) {
        if (hosts.takesInputs(to)) {
            nodes.deliver(from, to, message);
        } else if (hosts.isDown(to) || hosts.isOff(to)) {
            nodes.lost(from, to, message);
        } else {
            hosts.input(to, () -> nodes.deliver(from, to, message));
        }
    }

    @Override
    public void lost(int from, int to, Message message) {
        nodes.lost(from, to, message);
    }

    @Override
    public void linkUp(int low, int high) {
        journal.linkUp(queue.now(), low, high);
        linkUpAt(low, high);
        linkUpAt(high, low);
    }

    private void linkUpAt(int node, int peer) {
        if (hosts.takesInputs(node)) {
            nodes.linkUp(node, peer);
        } else {
            hosts.input(node, () -> nodes.linkUp(node, peer));
        }
    }

    @Override
    public void linkDown(int low, int high) {
        journal.linkDown(queue.now(), low, high);
        linkDownAt(low, high);
        linkDownAt(high, low);
    }

    private void linkDownAt(int node, int peer) {
        if (hosts.takesInputs(node)) {
            nodes.linkDown(node, peer);
        } else {
            hosts.input(node, () -> nodes.linkDown(node, peer), false, nodes.number(peer));
        }
    }

    @Override
    public int[] kinds() {
        return new int[] {
            EventKind.TIMER, EventKind.REQUEST, EventKind.HOLD_END, EventKind.HALF_END, EventKind.PATIENCE_END
        };
    }

    @Override
    public void handle(int kind, int a, int b, @Nullable Object payload) {
        switch (kind) {
            case EventKind.TIMER -> timerFired(a, b);
            case EventKind.REQUEST -> ask(a);
            case EventKind.HOLD_END -> giveBack(a);
            case EventKind.HALF_END -> giveBackHalf(a, b);
            default -> losePatience(a);
        }
    }

    private void timerFired(int node, int timer) {
        timers.fired(node, timer);
        if (hosts.takesInputs(node)) {
            nodes.timerFired(node, timer);
            return;
        }
        Runnable unlessSetAgain = () -> {
            if (!timers.isRunning(node, timer)) {
                nodes.timerFired(node, timer);
            }
        };
        hosts.input(node, unlessSetAgain, true, PausedInputs.NOBODY);
    }

    private void ask(int client) {
        int node = clients.nodeOf(client);
        if (hosts.takesInputs(node)) {
            clients.ask(client, nodes);
        } else if (hosts.isUp(node)) {
            hosts.input(node, () -> clients.ask(client, nodes));
        } else {
            clients.thinkAgain(client);
        }
    }

    /** The first client, from the given one on, whose host is up asks for the whole pool; false if there is none. */
    boolean askForAll(int firstClient) {
        for (int i = 0; i < clients.count(); i++) {
            int client = (firstClient + i) % clients.count();
            if (hosts.isUp(clients.nodeOf(client))) {
                clients.askForAll(client, nodes.protocol(clients.nodeOf(client)).permits(), nodes);
                return true;
            }
        }
        return false;
    }

    private void giveBack(int place) {
        int node = clients.nodeAt(place);
        if (hosts.takesInputs(node)) {
            clients.giveBack(place, nodes);
            return;
        }
        long id = clients.idAt(place);
        clients.putOff(place);
        hosts.input(node, () -> clients.giveBackLate(id, nodes));
    }

    /** A client whose host stands still keeps all of its permits. */
    private void giveBackHalf(int place, int idEnd) {
        if (clients.isHeld(place, idEnd) && hosts.takesInputs(clients.nodeAt(place))) {
            clients.giveBackHalf(place, nodes);
        }
    }

    private void losePatience(int place) {
        int node = clients.nodeAt(place);
        if (hosts.takesInputs(node)) {
            clients.losePatience(place, nodes);
            return;
        }
        long id = clients.idAt(place);
        clients.putOff(place);
        hosts.input(node, () -> clients.losePatienceLate(id, nodes));
    }
}
