package io.meshlock.simulator.network;

import io.meshlock.protocol.Message;

/** Carries the messages of nodes: to a neighbour over one link, or to any node over several. */
public interface Transport {

    /** Sends a message. */
    void send(int from, int to, Message message);

    /** How many messages are in flight. */
    int inFlight();
}
