package io.meshlock.protocol.baseline.raymond;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.WireSize;

/** The two messages; each dispatches to its handler. */
sealed interface RaymondMessage extends Message {

    void deliver(RaymondNode to, int from, Effects out);

    /** A node in the sender's part of the tree wants the token. */
    record Request() implements RaymondMessage {
        @Override
        public void deliver(RaymondNode to, int from, Effects out) {
            to.onRequest(from, out);
        }

        @Override
        public String type() {
            return "REQUEST";
        }

        @Override
        public int bytes() {
            return 0;
        }

        @Override
        public String toString() {
            return "REQUEST";
        }
    }

    /** The token, with the number of the latest grant. */
    record Privilege(long number) implements RaymondMessage {
        @Override
        public void deliver(RaymondNode to, int from, Effects out) {
            to.onPrivilege(this, out);
        }

        @Override
        public String type() {
            return "PRIVILEGE";
        }

        @Override
        public int bytes() {
            return WireSize.number(number);
        }

        @Override
        public int tokens() {
            return 1;
        }

        @Override
        public String toString() {
            return "PRIVILEGE after grant " + number;
        }
    }
}
