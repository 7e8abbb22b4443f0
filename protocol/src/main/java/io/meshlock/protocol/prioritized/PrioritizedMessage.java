package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.WireSize;
import io.meshlock.protocol.token.TokenLeaseCheck;
import java.util.List;

/** The messages of the prioritized algorithm. Each knows its handler: a message without one does not compile. */
public sealed interface PrioritizedMessage extends Message {

    int TYPE_BYTES = 2;

    Header header();

    /** Calls the handler for this message; its header has been taken in before. */
    void deliver(PrioritizedNode to, Neighbour from, Effects out);

    /** True if the sender keeps a copy until it knows that the message got through. */
    default boolean custody() {
        return false;
    }

    /** Tells a neighbour one's height. */
    record Link(Header header) implements PrioritizedMessage {
        @Override
        public void deliver(PrioritizedNode to, Neighbour from, Effects out) {
            // The header said it all.
        }

        @Override
        public String type() {
            return "LINK";
        }

        @Override
        public int bytes() {
            return TYPE_BYTES + header.bytes();
        }

        @Override
        public boolean toAll() {
            return true;
        }

        @Override
        public String toString() {
            return "LINK " + header.height();
        }
    }

    /** Registers the sender's best waiting keys, replacing what it had registered: request and update in one. */
    record RequestMessage(Header header, Keys keys) implements PrioritizedMessage {
        @Override
        public void deliver(PrioritizedNode to, Neighbour from, Effects out) {
            to.onRequest(from, keys);
        }

        @Override
        public String type() {
            return "REQUEST";
        }

        @Override
        public int bytes() {
            return TYPE_BYTES + header.bytes() + WireSize.keys(keys);
        }

        @Override
        public Keys registers() {
            return keys;
        }

        @Override
        public String toString() {
            return "REQUEST " + keys;
        }
    }

    /** The sender registers elsewhere, or has nothing left to register. */
    record Cancel(Header header) implements PrioritizedMessage {
        @Override
        public void deliver(PrioritizedNode to, Neighbour from, Effects out) {
            to.onRequest(from, Keys.EMPTY);
        }

        @Override
        public String type() {
            return "CANCEL";
        }

        @Override
        public int bytes() {
            return TYPE_BYTES + header.bytes();
        }

        @Override
        public Keys registers() {
            return Keys.EMPTY;
        }

        @Override
        public String toString() {
            return "CANCEL";
        }
    }

    /**
     * Permits on their way down the chain of registrations to the requester.
     *
     * @param since what the requester's own clock showed at least when this was decided, or {@link TokenLeaseCheck#UNKNOWN}: its lease
     *     counts from there
     */
    record GrantMessage(Header header, long number, Key key, Slots slots, long since) implements PrioritizedMessage {

        /** A grant without a lease. */
        public GrantMessage(Header header, long number, Key key, Slots slots) {
            this(header, number, key, slots, TokenLeaseCheck.UNKNOWN);
        }

        @Override
        public void deliver(PrioritizedNode to, Neighbour from, Effects out) {
            to.onGrant(from, this, out);
        }

        @Override
        public String type() {
            return "GRANT";
        }

        @Override
        public int bytes() {
            int lease = since == TokenLeaseCheck.UNKNOWN ? 0 : WireSize.number(since);
            return TYPE_BYTES
                    + header.bytes()
                    + WireSize.number(number)
                    + WireSize.key(key)
                    + WireSize.slots(slots)
                    + lease;
        }

        @Override
        public boolean custody() {
            return true;
        }

        @Override
        public String toString() {
            return "GRANT " + number + " for " + key + " slots " + slots;
        }
    }

    /** Grants given back, and grants whose GRANT may have been lost, on their way to the anchor. */
    record ReleaseMessage(Header header, GrantNumbers released, GrantNumbers doubted) implements PrioritizedMessage {
        @Override
        public void deliver(PrioritizedNode to, Neighbour from, Effects out) {
            to.onRelease(released, doubted);
        }

        @Override
        public String type() {
            return "RELEASE";
        }

        @Override
        public int bytes() {
            return TYPE_BYTES + header.bytes() + released.bytes() + doubted.bytes();
        }

        @Override
        public boolean custody() {
            return true;
        }

        @Override
        public String toString() {
            return "RELEASE " + released + (doubted.isEmpty() ? "" : " in doubt " + doubted);
        }
    }

    /**
     * The right to grant.
     *
     * @param ledger all outstanding grants
     * @param nextNumber the next grant's number
     * @param hop how often the token has moved, this time included
     * @param stamp the newest beacon stamp
     * @param keys what the sender registers at the receiver
     * @param chased the requester from whose side all demand came, or {@link #NOBODY}: while only it asks, the token goes
     *     on to it without waiting to be drawn
     */
    record Token(Header header, List<LedgerEntry> ledger, long nextNumber, long hop, long stamp, Keys keys, int chased)
            implements PrioritizedMessage {

        /** No node has this number. */
        static final int NOBODY = -1;

        @Override
        public void deliver(PrioritizedNode to, Neighbour from, Effects out) {
            to.onToken(from, this, out);
        }

        @Override
        public String type() {
            return "TOKEN";
        }

        @Override
        public int bytes() {
            int bytes = TYPE_BYTES + header.bytes() + WireSize.number(nextNumber) + WireSize.number(hop);
            bytes += WireSize.number(stamp) + WireSize.keys(keys) + WireSize.number(chased);
            for (LedgerEntry entry : ledger) {
                bytes += entry.bytes();
            }
            return bytes;
        }

        @Override
        public boolean custody() {
            return true;
        }

        @Override
        public int tokens() {
            return 1;
        }

        @Override
        public Keys registers() {
            return keys;
        }

        @Override
        public String toString() {
            return "TOKEN hop " + hop + " ledger " + ledger + " next " + nextNumber + " keys " + keys
                    + (chased == NOBODY ? "" : " chasing " + chased);
        }
    }

    /**
     * The anchor lives: the flood that ends suspicion, shortens paths and asks after grants in doubt.
     *
     * @param stamp newer than any before
     * @param root height of the node that the distance counts from
     * @param distance hops from there to the receiver
     * @param asked grants in doubt; a requester that does not hold its own gives it back
     */
    record Alive(Header header, long stamp, Height root, int distance, List<LedgerEntry> asked)
            implements PrioritizedMessage {
        @Override
        public void deliver(PrioritizedNode to, Neighbour from, Effects out) {
            to.onAlive(from, this, out);
        }

        @Override
        public String type() {
            return "ALIVE";
        }

        @Override
        public int bytes() {
            int bytes = TYPE_BYTES + header.bytes() + WireSize.number(stamp) + root.bytes() + WireSize.number(distance);
            for (LedgerEntry entry : asked) {
                bytes += entry.bytes();
            }
            return bytes;
        }

        @Override
        public boolean toAll() {
            return true;
        }

        @Override
        public String toString() {
            return "ALIVE stamp " + stamp + " root " + root + " distance " + distance
                    + (asked.isEmpty() ? "" : " asks " + asked);
        }
    }

    /** Somebody cannot find the way to the anchor; only the anchor, or who knows a newer stamp, answers. */
    record Suspect(Header header, long stamp) implements PrioritizedMessage {
        @Override
        public void deliver(PrioritizedNode to, Neighbour from, Effects out) {
            to.onSuspect(from, stamp, out);
        }

        @Override
        public String type() {
            return "SUSPECT";
        }

        @Override
        public int bytes() {
            return TYPE_BYTES + header.bytes() + WireSize.number(stamp);
        }

        @Override
        public boolean toAll() {
            return true;
        }

        @Override
        public String toString() {
            return "SUSPECT stamp " + stamp;
        }
    }

    /** Did this transfer of the token get through? The question and, later, the answer. */
    record Inquiry(Header header, Transfer transfer) implements PrioritizedMessage {
        @Override
        public void deliver(PrioritizedNode to, Neighbour from, Effects out) {
            to.onInquiry(from, transfer, out);
        }

        @Override
        public String type() {
            return "INQUIRY";
        }

        @Override
        public int bytes() {
            return TYPE_BYTES + header.bytes() + transfer.bytes();
        }

        @Override
        public boolean toAll() {
            return true;
        }

        @Override
        public String toString() {
            return "INQUIRY " + transfer;
        }
    }

    /** The sender wants to leave, and must be registered at and given tokens no more; or it stays after all. */
    record Presence(Header header, boolean stays) implements PrioritizedMessage {
        @Override
        public void deliver(PrioritizedNode to, Neighbour from, Effects out) {
            to.onPresence(from, stays, out);
        }

        @Override
        public String type() {
            return stays ? "STAY" : "LEAVE";
        }

        @Override
        public int bytes() {
            return TYPE_BYTES + header.bytes();
        }

        /** Who leaves waits until everybody has seen it: from then on nothing that matters comes. */
        @Override
        public boolean custody() {
            return !stays;
        }

        @Override
        public boolean toAll() {
            return true;
        }

        @Override
        public String toString() {
            return type();
        }
    }

    /** An operator changed how many permits the pool has. */
    record Resize(Header header, PoolSize size) implements PrioritizedMessage {
        @Override
        public void deliver(PrioritizedNode to, Neighbour from, Effects out) {
            to.onResize(from, size, out);
        }

        @Override
        public String type() {
            return "RESIZE";
        }

        @Override
        public int bytes() {
            return TYPE_BYTES
                    + header.bytes()
                    + WireSize.number(size.permits())
                    + WireSize.number(size.version())
                    + WireSize.number(size.node());
        }

        @Override
        public boolean toAll() {
            return true;
        }

        @Override
        public String toString() {
            return "RESIZE to " + size;
        }
    }
}
