package io.meshlock.simulator;

import io.meshlock.journal.Journal;
import io.meshlock.journal.Journals;
import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.network.Network;
import io.meshlock.simulator.network.Transport;

/**
 * Performs the effects of the node that handles an input. Everything here only schedules: no effect calls back into a
 * protocol. Of the last input before a crash only the first few effects happen.
 */
final class NodeEffects implements Effects {

    private static final int ALL = Integer.MAX_VALUE;

    private final EventQueue queue;
    private final Clients clients;
    private final Timers timers;
    private final Clocks clocks;
    private final Identities identities;
    private final Network network;
    private final Journal journal;
    private final boolean observed;

    @SuppressWarnings("NullAway.Init") // see connect
    private Hosts hosts;

    @SuppressWarnings("NullAway.Init") // see connect
    private Transport transport;

    private int node;
    private int left = ALL;

    NodeEffects(
            EventQueue queue,
            Clients clients,
            Timers timers,
            Clocks clocks,
            Identities identities,
            Network network,
            Journal journal) {
        this.identities = identities;
        this.network = network;
        this.queue = queue;
        this.clients = clients;
        this.timers = timers;
        this.clocks = clocks;
        this.journal = journal;
        this.observed = journal != Journals.none();
    }

    /** Called once, before the first input: hosts and transport need the nodes, and the nodes need this object. */
    void connect(Hosts runOn, Transport sendOver) {
        hosts = runOn;
        transport = sendOver;
    }

    /** From now on, effects are those of this node. */
    void actFor(int actingNode) {
        node = actingNode;
    }

    /** Only the first {@code effects} effects of the next input happen. */
    void limit(int effects) {
        left = effects;
    }

    void unlimit() {
        left = ALL;
    }

    /** True if the node has not crashed yet. */
    private boolean happens() {
        return left == ALL || left-- > 0;
    }

    @Override
    public void send(int peer, Message message) {
        if (happens()) {
            int to = identities.hasTwins() ? identities.reached(network, node, peer) : peer;
            if (observed) {
                journal.sent(queue.now(), node, to, message);
            }
            if (hosts.isOff(node)) {
                journal.lost(queue.now(), node, to, message);
            } else {
                transport.send(node, to, message);
            }
        }
    }

    @Override
    public void granted(PermitGrant grant) {
        if (happens()) {
            journal.granted(queue.now(), node, grant);
            clients.granted(node, grant);
        }
    }

    @Override
    public void rejected(long request, Rejection why) {
        if (happens()) {
            journal.rejected(queue.now(), node, request, why);
            clients.rejected(node, request);
        }
    }

    @Override
    public void withdrawn(long request) {
        if (happens()) {
            journal.withdrawn(queue.now(), node, request);
            clients.withdrawn(node, request);
        }
    }

    @Override
    public void setTimer(int timer, long delay) {
        if (happens()) {
            timers.set(node, timer, delay);
        }
    }

    @Override
    public void mayLeave() {
        if (happens()) {
            hosts.mayLeave(node);
        }
    }

    @Override
    public void remember(int incarnation) {
        if (happens()) {
            hosts.remember(node, incarnation);
        }
    }

    @Override
    public void leased(long grant, long validUntil) {
        if (happens()) {
            journal.leased(queue.now(), node, grant, clocks.instant(node, validUntil));
        }
    }

    @Override
    public void lost(long grant) {
        if (happens()) {
            PermitGrant its = clients.lost(node, grant);
            if (its != null) {
                journal.grantLost(queue.now(), node, its);
            }
        }
    }

    @Override
    public void keep(DurableState durable) {
        if (happens()) {
            hosts.keep(node, durable);
        }
    }

    @Override
    public void recovered(Epoch epoch, String how) {
        if (happens()) {
            journal.recovered(queue.now(), node, epoch, how);
        }
    }

    @Override
    public void waiting(long request, Key key) {
        if (happens()) {
            journal.waiting(queue.now(), node, request, key);
        }
    }

    @Override
    public void decided(long number, Key key) {
        if (happens()) {
            journal.decided(queue.now(), node, number, key);
        }
    }

    @Override
    public void tokens(int held) {
        if (happens()) {
            journal.tokens(queue.now(), node, held);
        }
    }

    @Override
    public void resized(PoolSize size) {
        if (happens()) {
            journal.resized(queue.now(), node, size);
        }
    }
}
