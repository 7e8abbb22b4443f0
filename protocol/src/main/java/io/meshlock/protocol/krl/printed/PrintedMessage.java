package io.meshlock.protocol.krl.printed;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.krl.Height;
import java.util.Locale;

/**
 * The three messages of the paper; each carries its sender's height. Each dispatches to its handler: a message without
 * one does not compile.
 */
sealed interface PrintedMessage extends Message {

    int TYPE_BYTES = 2;

    /** h: the sender's height when it sent this. */
    Height h();

    /** Calls the receiver's handler for this message. */
    void deliver(PrintedNode to, int from, Effects out);

    @Override
    default String type() {
        return getClass().getSimpleName().toUpperCase(Locale.ROOT);
    }

    @Override
    default int bytes() {
        return TYPE_BYTES + h().bytes();
    }

    /** The sender wants a token. */
    record Request(Height h) implements PrintedMessage {
        @Override
        public void deliver(PrintedNode to, int from, Effects out) {
            to.onRequest(from, h, out);
        }

        @Override
        public String toString() {
            return type() + h;
        }
    }

    /** One of the k tokens. */
    record Token(Height h) implements PrintedMessage {
        @Override
        public void deliver(PrintedNode to, int from, Effects out) {
            to.onToken(from, h, out);
        }

        @Override
        public int tokens() {
            return 1;
        }

        @Override
        public String toString() {
            return type() + h;
        }
    }

    /** Nothing but a height. */
    record LinkInfo(Height h) implements PrintedMessage {
        @Override
        public void deliver(PrintedNode to, int from, Effects out) {
            to.onLinkInfo(from, h, out);
        }

        @Override
        public boolean toAll() {
            return true;
        }

        @Override
        public String toString() {
            return type() + h;
        }
    }
}
