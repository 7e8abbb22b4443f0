package io.meshlock.protocol.baseline.raynal;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.WireSize;
import io.meshlock.protocol.baseline.TimestampedRequest;

/** The two messages; each dispatches to its handler. */
sealed interface RaynalMessage extends Message {

    void deliver(RaynalNode to, int from, Effects out);

    /** The sender wants permits; its logical clock when it asked. */
    record Request(long timestamp) implements RaynalMessage, TimestampedRequest {
        @Override
        public void deliver(RaynalNode to, int from, Effects out) {
            to.onRequest(from, this, out);
        }

        @Override
        public String toString() {
            return "REQUEST at " + timestamp;
        }
    }

    /** The sender does not use so many of the permits that the receiver assumes it uses. */
    record Free(int permits) implements RaynalMessage {
        @Override
        public void deliver(RaynalNode to, int from, Effects out) {
            to.onFree(from, this, out);
        }

        @Override
        public String type() {
            return "FREE";
        }

        @Override
        public int bytes() {
            return WireSize.number(permits);
        }

        @Override
        public String toString() {
            return "FREE " + permits;
        }
    }
}
