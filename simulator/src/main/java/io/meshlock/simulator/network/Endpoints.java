package io.meshlock.simulator.network;

import io.meshlock.protocol.Message;

/** The nodes as the network sees them: they are told of link changes and messages. */
public interface Endpoints {

    /** A message arrives. */
    void deliver(int from, int to, Message message);

    /** A message is gone because its link died. */
    void lost(int from, int to, Message message);

    /** A link came up; both ends notice, the lower first. */
    void linkUp(int low, int high);

    /** A link went down; both ends notice, the lower first. */
    void linkDown(int low, int high);
}
