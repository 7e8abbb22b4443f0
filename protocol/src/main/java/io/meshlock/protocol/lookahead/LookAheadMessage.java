package io.meshlock.protocol.lookahead;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.WireSize;
import org.jspecify.annotations.Nullable;

/** The messages of the look-ahead algorithm. Each dispatches to its handler: a message without one does not compile. */
public sealed interface LookAheadMessage extends Message {

    int TYPE_BYTES = 2;

    Header header();

    /** Calls the handler for this message. Its header has been handled before. */
    void deliver(LookAheadNode to, Peer from, Effects out);

    /** The sender wants the fork for its best request. */
    record Ask(Header header, Key key) implements LookAheadMessage {
        @Override
        public void deliver(LookAheadNode to, Peer from, Effects out) {
            to.onRequest(from, header, key, out);
        }

        @Override
        public String type() {
            return "REQUEST";
        }

        @Override
        public int bytes() {
            return TYPE_BYTES + header.bytes() + WireSize.key(key);
        }

        @Override
        public String toString() {
            return "REQUEST " + key + " (" + header + ")";
        }
    }

    /** The fork, and the sender's best request if it wants the fork back. */
    record Give(Header header, @Nullable Key key) implements LookAheadMessage {
        @Override
        public void deliver(LookAheadNode to, Peer from, Effects out) {
            to.onFork(from, header, key);
        }

        @Override
        public String type() {
            return "FORK";
        }

        @Override
        public int bytes() {
            return TYPE_BYTES + header.bytes() + (key == null ? 0 : WireSize.key(key));
        }

        @Override
        public String toString() {
            return "FORK " + (key == null ? "" : "wanted back for " + key + " ") + "(" + header + ")";
        }
    }

    /** Asks the receiver for its side: where the fork is, and how many permits it uses. */
    record Query(Header header) implements LookAheadMessage {
        @Override
        public void deliver(LookAheadNode to, Peer from, Effects out) {
            to.onQuery(from, out);
        }

        @Override
        public String type() {
            return "QUERY";
        }

        @Override
        public int bytes() {
            return TYPE_BYTES + header.bytes();
        }

        @Override
        public String toString() {
            return "QUERY (" + header + ")";
        }
    }

    /**
     * The sender's side: an answer, or the news that it uses fewer permits than it said.
     *
     * @param silentUntil the {@code until} of the receiver's latest BYE, as the sender knows it
     */
    record State(Header header, long silentUntil) implements LookAheadMessage {
        @Override
        public void deliver(LookAheadNode to, Peer from, Effects out) {
            to.onState(from, header, silentUntil);
        }

        @Override
        public String type() {
            return "STATE";
        }

        @Override
        public int bytes() {
            return TYPE_BYTES + header.bytes() + (silentUntil > 0 ? WireSize.number(silentUntil) : 0);
        }

        @Override
        public String toString() {
            return "STATE (" + header + ")";
        }
    }

    /**
     * The sender leaves: the fork goes to the receiver, and the sender's requests are withdrawn.
     *
     * @param until no request of the sender born up to then counts any more
     */
    record Bye(Header header, long until) implements LookAheadMessage {
        @Override
        public void deliver(LookAheadNode to, Peer from, Effects out) {
            to.onBye(from, until, out);
        }

        @Override
        public String type() {
            return "BYE";
        }

        @Override
        public int bytes() {
            return TYPE_BYTES + header.bytes() + WireSize.number(until);
        }

        @Override
        public String toString() {
            return "BYE (" + header + ")";
        }
    }
}
