package io.meshlock.protocol.lookahead.printed;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.WireSize;

/** The messages of [Wu], Figure 2. DOZE is DISCONNECT: a host does the same on both. */
sealed interface PrintedMessage extends Message {

    int TYPE_BYTES = 2;

    void deliver(PrintedHost to, int from, Effects out);

    @Override
    default int bytes() {
        return TYPE_BYTES;
    }

    record Request(long timestamp) implements PrintedMessage {
        @Override
        public void deliver(PrintedHost to, int from, Effects out) {
            to.onRequest(from, timestamp, out);
        }

        @Override
        public String type() {
            return "REQUEST";
        }

        @Override
        public int bytes() {
            return TYPE_BYTES + WireSize.number(timestamp);
        }

        @Override
        public String toString() {
            return "REQUEST of time " + timestamp;
        }
    }

    record Reply() implements PrintedMessage {
        @Override
        public void deliver(PrintedHost to, int from, Effects out) {
            to.onReply(from, out);
        }

        @Override
        public String type() {
            return "REPLY";
        }

        @Override
        public String toString() {
            return "REPLY";
        }
    }

    record Disconnect() implements PrintedMessage {
        @Override
        public void deliver(PrintedHost to, int from, Effects out) {
            to.onDisconnect(from);
        }

        @Override
        public String type() {
            return "DISCONNECT";
        }

        @Override
        public boolean toAll() {
            return true;
        }

        @Override
        public String toString() {
            return "DISCONNECT";
        }
    }

    record Reconnect(long timestamp) implements PrintedMessage {
        @Override
        public void deliver(PrintedHost to, int from, Effects out) {
            to.onReconnect(from, timestamp);
        }

        @Override
        public String type() {
            return "RECONNECT";
        }

        @Override
        public boolean toAll() {
            return true;
        }

        @Override
        public int bytes() {
            return TYPE_BYTES + WireSize.number(timestamp);
        }

        @Override
        public String toString() {
            return "RECONNECT of time " + timestamp;
        }
    }
}
