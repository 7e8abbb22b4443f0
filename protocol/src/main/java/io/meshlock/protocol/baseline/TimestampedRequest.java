package io.meshlock.protocol.baseline;

import io.meshlock.protocol.Message;
import io.meshlock.protocol.WireSize;

/** A REQUEST that is ordered by its sender's logical clock, as in Ricart and Agrawala and in Raynal. */
public interface TimestampedRequest extends Message {

    /** When it was made, by the sender's logical clock. */
    long timestamp();

    @Override
    default String type() {
        return "REQUEST";
    }

    @Override
    default int bytes() {
        return WireSize.number(timestamp());
    }

    /**
     * True if a request that {@code node} made at {@code time} goes before this one: equal times are ordered by node.
     */
    default boolean isAfter(long time, int node, int sender) {
        return time < timestamp() || (time == timestamp() && node < sender);
    }
}
