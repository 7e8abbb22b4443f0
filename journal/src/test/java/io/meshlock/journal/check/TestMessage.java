package io.meshlock.journal.check;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Message;
import org.jspecify.annotations.Nullable;

/** A message with the values that a test needs. */
record TestMessage(
        String type,
        int bytes,
        boolean toAll,
        int tokens,
        @Nullable Keys registers) implements Message {

    static TestMessage of(String type, int bytes) {
        return new TestMessage(type, bytes, false, 0, null);
    }

    static TestMessage toAll(String type, int bytes) {
        return new TestMessage(type, bytes, true, 0, null);
    }

    static TestMessage token() {
        return new TestMessage("TOKEN", 1, false, 1, null);
    }

    static TestMessage registering(Key... keys) {
        return new TestMessage("REQUEST", 1, false, 0, Keys.ofSorted(keys));
    }
}
