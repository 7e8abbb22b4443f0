package io.meshlock.simulator;

import io.meshlock.journal.Journal;
import io.meshlock.journal.Journals;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Grant;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.network.Network;

/**
 * Performs the effects of whichever node handles an input. Everything here only schedules: no effect calls back into a
 * protocol. Messages go over the link to a neighbour.
 */
class NodeEffects implements Effects {

    final EventQueue queue;
    final Network network;
    final Clients clients;
    final Journal journal;
    private final Timers timers;
    private final boolean observed;

    private int node;

    NodeEffects(EventQueue queue, Network network, Clients clients, Timers timers, Journal journal) {
        this.queue = queue;
        this.network = network;
        this.clients = clients;
        this.timers = timers;
        this.journal = journal;
        this.observed = journal != Journals.none();
    }

    /** From now on, effects are those of this node. */
    void actFor(int actingNode) {
        node = actingNode;
    }

    /** Whose effects these are now. */
    final int actor() {
        return node;
    }

    @Override
    public void send(int to, Message message) {
        recordSent(to, message);
        network.send(node, to, message);
    }

    final void recordSent(int to, Message message) {
        if (observed) {
            journal.sent(queue.now(), node, to, message);
        }
    }

    @Override
    public void granted(Grant grant) {
        journal.granted(queue.now(), node, grant);
        clients.granted(node, grant);
    }

    @Override
    public void rejected(long request, Rejection why) {
        journal.rejected(queue.now(), node, request, why);
        clients.rejected(node, request);
    }

    @Override
    public void withdrawn(long request) {
        journal.withdrawn(queue.now(), node, request);
        clients.withdrawn(node, request);
    }

    @Override
    public void setTimer(int timer, long delay) {
        timers.set(node, timer, delay);
    }

    @Override
    public void waiting(long request, Key key) {
        journal.waiting(queue.now(), node, request, key);
    }

    @Override
    public void decided(long number, Key key) {
        journal.decided(queue.now(), node, number, key);
    }

    @Override
    public void tokens(int held) {
        journal.tokens(queue.now(), node, held);
    }

    @Override
    public void resized(PoolSize size) {
        journal.resized(queue.now(), node, size);
    }

    @Override
    public void mayLeave() {
        journal.dispensable(queue.now(), node);
    }
}
