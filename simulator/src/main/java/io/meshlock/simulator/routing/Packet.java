package io.meshlock.simulator.routing;

import io.meshlock.protocol.Message;
import io.meshlock.protocol.WireSize;

/** A message on its way from end to end. There is one object per message, and it is at one place at a time. */
final class Packet implements Message {

    final int from;
    final int to;
    final Message message;

    /** How many links it has crossed, or begun to. */
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
