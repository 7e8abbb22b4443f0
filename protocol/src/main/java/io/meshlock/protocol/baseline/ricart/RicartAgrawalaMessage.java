package io.meshlock.protocol.baseline.ricart;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.WireSize;
import io.meshlock.protocol.baseline.TimestampedRequest;

/** The two messages; each calls its own handler. */
sealed interface RicartAgrawalaMessage extends Message {

    void deliver(RicartAgrawalaNode to, int from, Effects out);

    /** The sender wants to enter since this moment of its logical clock. */
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

    /** The sender lets the receiver in, and knows of grants up to this number. */
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
