package io.meshlock.simulator.metrics;

import io.meshlock.protocol.Message;

/** A message of which only type, size and audience count. */
record CountedMessage(String type, int bytes, boolean toAll) implements Message {

    static CountedMessage of(String type, int bytes) {
        return new CountedMessage(type, bytes, false);
    }

    static CountedMessage toAll(String type, int bytes) {
        return new CountedMessage(type, bytes, true);
    }
}
