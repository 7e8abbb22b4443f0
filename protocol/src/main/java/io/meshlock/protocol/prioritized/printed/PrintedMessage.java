package io.meshlock.protocol.prioritized.printed;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.WireSize;
import java.util.Locale;

/**
 * The five messages of the paper; each carries its sender's height. Each dispatches to its handler: a message without
 * one does not compile. The paper's first argument of REQUEST and UPDATE is the sender, which the receiver knows from
 * the link.
 */
sealed interface PrintedMessage extends Message {

    /** The sender's height when it sent this. */
    Height height();

    /** Calls the receiver's handler for this message. */
    void deliver(PrintedNode to, int from, Effects out);

    @Override
    default String type() {
        return getClass().getSimpleName().toUpperCase(Locale.ROOT);
    }

    private static int heightBytes(Height height) {
        return WireSize.number(height.h1()) + WireSize.number(height.h2()) + WireSize.number(height.id());
    }

    private static String show(PrintedMessage message, String argument) {
        return message.type() + argument + " at " + message.height();
    }

    /** The one token, with the number of free permits. */
    record Token(int t, Height height) implements PrintedMessage {
        @Override
        public void deliver(PrintedNode to, int from, Effects out) {
            to.onToken(from, this, out);
        }

        @Override
        public int tokens() {
            return 1;
        }

        @Override
        public int bytes() {
            return PrintedMessage.heightBytes(height) + WireSize.number(t);
        }

        @Override
        public String toString() {
            return PrintedMessage.show(this, "(t=" + t + ")");
        }
    }

    /** The sender wants the token, as urgently as its most urgent request. */
    record Request(long priority, Height height) implements PrintedMessage {
        @Override
        public void deliver(PrintedNode to, int from, Effects out) {
            to.onRequest(from, this, out);
        }

        @Override
        public int bytes() {
            return PrintedMessage.heightBytes(height) + WireSize.number(priority);
        }

        @Override
        public String toString() {
            return PrintedMessage.show(this, "(" + Priorities.show(priority) + ")");
        }
    }

    /** The sender's earlier REQUEST has become this urgent. */
    record Update(long priority, Height height) implements PrintedMessage {
        @Override
        public void deliver(PrintedNode to, int from, Effects out) {
            to.onUpdate(from, this, out);
        }

        @Override
        public int bytes() {
            return PrintedMessage.heightBytes(height) + WireSize.number(priority);
        }

        @Override
        public String toString() {
            return PrintedMessage.show(this, "(" + Priorities.show(priority) + ")");
        }
    }

    /** So many permits are free again; on its way to the token. */
    record Release(int r, Height height) implements PrintedMessage {
        @Override
        public void deliver(PrintedNode to, int from, Effects out) {
            to.onRelease(this, out);
        }

        @Override
        public int bytes() {
            return PrintedMessage.heightBytes(height) + WireSize.number(r);
        }

        @Override
        public String toString() {
            return PrintedMessage.show(this, "(" + r + ")");
        }
    }

    /** Nothing but the sender's height. */
    record Link(Height height) implements PrintedMessage {
        @Override
        public void deliver(PrintedNode to, int from, Effects out) {
            to.onLink(from, this, out);
        }

        @Override
        public boolean toAll() {
            return true;
        }

        @Override
        public int bytes() {
            return PrintedMessage.heightBytes(height);
        }

        @Override
        public String toString() {
            return PrintedMessage.show(this, "");
        }
    }
}
