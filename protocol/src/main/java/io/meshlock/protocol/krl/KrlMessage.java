package io.meshlock.protocol.krl;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.WireSize;

/** The paper's three messages. Each dispatches to its handler: a message without one does not compile. */
public sealed interface KrlMessage extends Message {

    int TYPE_BYTES = 2;

    Header header();

    /** Calls the handler for this message. */
    void deliver(KrlNode to, Neighbour from, long now, Effects out);

    /** The sender wants a token, for itself or for another node that asked it. */
    record Request(Header header) implements KrlMessage {
        @Override
        public void deliver(KrlNode to, Neighbour from, long now, Effects out) {
            to.onRequest(from, this, now, out);
        }

        @Override
        public String type() {
            return "REQUEST";
        }

        @Override
        public int bytes() {
            return TYPE_BYTES + header.bytes();
        }

        @Override
        public String toString() {
            return type() + header;
        }
    }

    /**
     * One of the k tokens.
     *
     * @param trip the token's trail
     * @param sentAt when it was sent, so that the receiver knows how long a hop takes
     */
    record Token(Header header, TokenTrail trip, long sentAt) implements KrlMessage {
        @Override
        public void deliver(KrlNode to, Neighbour from, long now, Effects out) {
            to.onToken(from, this, now, out);
        }

        @Override
        public String type() {
            return "TOKEN";
        }

        @Override
        public int tokens() {
            return 1;
        }

        @Override
        public int bytes() {
            return TYPE_BYTES + header.bytes() + trip.bytes() + WireSize.number(sentAt);
        }

        @Override
        public String toString() {
            return type() + trip + header;
        }
    }

    /**
     * The sender's height, and the number of the newest search or answer that it knows.
     *
     * @param stamp odd: a search, because a node finds no way to a token; even: the answer of a holder
     */
    record LinkInfo(Header header, long stamp) implements KrlMessage {
        @Override
        public void deliver(KrlNode to, Neighbour from, long now, Effects out) {
            to.onLinkInfo(from, this, now, out);
        }

        @Override
        public String type() {
            return "LINKINFO";
        }

        @Override
        public boolean toAll() {
            return true;
        }

        @Override
        public int bytes() {
            return TYPE_BYTES + header.bytes() + WireSize.number(stamp);
        }

        @Override
        public String toString() {
            return type() + (stamp == 0 ? "" : (stamp % 2 == 0 ? " found " : " search ") + stamp) + header;
        }
    }
}
