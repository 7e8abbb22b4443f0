package io.meshlock.simulator;

import io.meshlock.journal.Journal;
import io.meshlock.protocol.Message;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.network.Network;
import io.meshlock.simulator.routing.Router;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The effects of nodes that write to anybody. A class of its own, so that nodes with neighbours only do not pay for it. */
final class RoutedEffects extends NodeEffects {

    private @Nullable Router router;

    RoutedEffects(EventQueue queue, Network network, Clients clients, Timers timers, Journal journal) {
        super(queue, network, clients, timers, journal);
    }

    /** The router needs the nodes, and the nodes need their effects: so it comes last. */
    void sendOver(Router carrier) {
        router = carrier;
    }

    @Override
    public void send(int to, Message message) {
        recordSent(to, message);
        Objects.requireNonNull(router).send(actor(), to, message);
    }
}
