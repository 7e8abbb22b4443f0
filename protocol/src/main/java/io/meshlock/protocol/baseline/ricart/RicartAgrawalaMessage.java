package io.meshlock.protocol.baseline.ricart;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.WireSize;
import io.meshlock.protocol.baseline.TimestampedRequest;

/** The two messages; each dispatches to its handler. */
sealed interface RicartAgrawalaMessage extends Message {

    void deliver(RicartAgrawalaNode to, int from, Effects out);

    /** The sender wants to enter; its logical clock when it asked. */
    record Request(long timestamp) implements RicartAgrawalaMessage, TimestampedRequest {
        @Override
        public void deliver(RicartAgrawalaNode to, int from, Effects out) {
            to.onRequest(from, this, out);
        }

        @Override
        public String toString() {
            return "REQUEST at " + timestamp;
        }
    }

    /** The sender permits the receiver to enter; the largest grant number that it knows. */
    record Reply(long number) implements RicartAgrawalaMessage {
        @Override
        public void deliver(RicartAgrawalaNode to, int from, Effects out) {
            to.onReply(this, out);
        }

        @Override
        public String type() {
            return "REPLY";
        }

        @Override
        public int bytes() {
            return WireSize.number(number);
        }

        @Override
        public String toString() {
            return "REPLY after grant " + number;
        }
    }
}
