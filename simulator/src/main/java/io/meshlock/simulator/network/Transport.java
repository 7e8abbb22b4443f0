package io.meshlock.simulator.network;

import io.meshlock.protocol.Message;

/** What carries the messages of nodes: to a neighbour over a link, or to anybody over as many as it takes. */
public interface Transport {

    /** Puts a message on its way. */
    void send(int from, int to, Message message);

    /** How many messages are on their way. */
    int inFlight();
}
