package io.meshlock.simulator;

import io.meshlock.journal.Journal;
import io.meshlock.protocol.Message;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.network.Network;
import io.meshlock.simulator.network.Transport;

/**
 * Carries messages to neighbours where hosts may fail: datagrams over the datagram channel, all others over links. If a
 * link went down during a pause, messages that its node sends over it afterwards are lost, even if there is a new link
 * to the same neighbour: the node does not know of it yet.
 */
final class HostTransport implements Transport {

    private final Network network;
    private final DatagramChannel datagrams;
    private final PausedInputs paused;
    private final Identities identities;
    private final EventQueue queue;
    private final Journal journal;

    HostTransport(
            Network network,
            DatagramChannel datagrams,
            PausedInputs paused,
            Identities identities,
            EventQueue queue,
            Journal journal) {
        this.identities = identities;
        this.network = network;
        this.datagrams = datagrams;
        this.paused = paused;
        this.queue = queue;
        this.journal = journal;
    }

    @Override
    public void send(int from, int to, Message message) {
        if (!(message.isDatagram() ? datagrams.send(from, to, message) : sendOverLink(from, to, message))) {
            journal.lost(queue.now(), from, to, message);
        }
    }

    private boolean sendOverLink(int from, int to, Message message) {
        boolean goes = network.isUp(from, to) && !paused.wasCut(from, identities.number(to));
        if (goes) {
            network.send(from, to, message);
        }
        return goes;
    }

    @Override
    public int inFlight() {
        return network.inFlight();
    }
}
