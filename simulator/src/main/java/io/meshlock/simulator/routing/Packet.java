package io.meshlock.simulator.routing;

import io.meshlock.protocol.Message;
import io.meshlock.protocol.WireSize;

/**
 * A message in flight from end to end. There is one object per message, which is at one node or on one link at a time.
 */
final class Packet implements Message {

    final int from;
    final int to;
    final Message message;

    /** How many links it has crossed, including the present one. */
    int hops;

    Packet(int from, int to, Message message) {
        this.from = from;
        this.to = to;
        this.message = message;
    }

    @Override
    public String type() {
        return message.type();
    }

    /** The message, both ends and the number of hops. */
    @Override
    public int bytes() {
        return message.bytes() + WireSize.number(from) + WireSize.number(to) + WireSize.number(hops);
    }

    @Override
    public String toString() {
        return message + " (" + from + " to " + to + ", hop " + hops + ")";
    }
}
