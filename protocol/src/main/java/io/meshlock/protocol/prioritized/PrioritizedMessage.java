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
import org.jspecify.annotations.Nullable;

/**
 * The messages of the prioritized algorithm. Each dispatches to its handler: a message without one does not compile.
 */
public sealed interface PrioritizedMessage extends Message {

    int TYPE_BYTES = 2;

    Header header();

    /** Calls the handler for this message. Its header has been handled before. */
    void deliver(PrioritizedNode to, Neighbour from, Effects out);

    /** True if the sender keeps a copy until the message is acknowledged. */
    default boolean custody() {
        return false;
    }

    /** Announces the sender's height. */
    record Link(Header header) implements PrioritizedMessage {
        @Override
        public void deliver(PrioritizedNode to, Neighbour from, Effects out) {
            // The header has the height.
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

    /**
     * Registers the sender's best waiting keys, and replaces its former registration.
     *
     * @param entered grants that got their permits from another holder, and have them
     * @param links links of the mesh that the receiver may not know of
     */
    record RequestMessage(Header header, Keys keys, GrantNumbers entered, List<LinkState> links)
            implements PrioritizedMessage {

        /** A registration alone. */
        public RequestMessage(Header header, Keys keys) {
            this(header, keys, GrantNumbers.NONE, List.of());
        }

        @Override
        public void deliver(PrioritizedNode to, Neighbour from, Effects out) {
            to.onRequest(from, this);
        }

        @Override
        public String type() {
            return "REQUEST";
        }

        @Override
        public int bytes() {
            int bytes = TYPE_BYTES + header.bytes() + WireSize.keys(keys) + entered.bytes();
            for (int i = 0; i < links.size(); i++) {
                bytes += links.get(i).bytes();
            }
            return bytes;
        }

        @Override
        public Keys registers() {
            return keys;
        }

        @Override
        public String toString() {
            return "REQUEST " + keys + (entered.isEmpty() ? "" : " entered " + entered);
        }
    }

    /** The sender registers elsewhere, or has nothing left to register. */
    record Cancel(Header header) implements PrioritizedMessage {
        @Override
        public void deliver(PrioritizedNode to, Neighbour from, Effects out) {
            to.onCancel(from);
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
     * A grant on its way to the requester: from the anchor back along the registrations, or straight from the one who had
     * the permits before.
     *
     * @param reading the requester's incarnation, which alone may take the grant, and a lower bound of its clock when
     *     the grant was decided; the lease counts from it
     * @param route the rest of the way, as the anchor knew the mesh; empty on the way back along the registrations
     * @param heirs who gets the permits after the requester
     * @param registered the sender has forgotten that the receiver registered the request
     * @param near of a grant that was promised: the requester itself registered the request at the anchor
     */
    record GrantMessage(
            Header header,
            long number,
            Key key,
            Slots slots,
            TokenLeaseCheck.Reading reading,
            NodeList route,
            List<Heir> heirs,
            boolean registered,
            boolean near)
            implements PrioritizedMessage {

        /** A grant without heirs on its way along the registrations. */
        public GrantMessage(Header header, long number, Key key, Slots slots, TokenLeaseCheck.Reading reading) {
            this(header, number, key, slots, reading, NodeList.EMPTY, List.of(), true, false);
        }

        /** A grant without a lease. */
        public GrantMessage(Header header, long number, Key key, Slots slots) {
            this(header, number, key, slots, TokenLeaseCheck.Reading.UNTIMED);
        }

        @Override
        public void deliver(PrioritizedNode to, Neighbour from, Effects out) {
            to.onGrant(from, this, out);
        }

        @Override
        public String type() {
            return registered ? "GRANT" : "PASS";
        }

        @Override
        public int bytes() {
            int lease = reading.at() == TokenLeaseCheck.UNKNOWN
                    ? 0
                    : WireSize.number(reading.at()) + WireSize.number(reading.incarnation());
            int bytes = TYPE_BYTES
                    + header.bytes()
                    + WireSize.number(number)
                    + WireSize.key(key)
                    + WireSize.slots(slots)
                    + lease
                    + route.bytes()
                    + (near ? 1 : 0);
            for (int i = 0; i < heirs.size(); i++) {
                bytes += heirs.get(i).bytes();
            }
            return bytes;
        }

        @Override
        public boolean custody() {
            return true;
        }

        @Override
        public String toString() {
            return type() + " " + number + " for " + key + " slots " + slots
                    + (route.isEmpty() ? "" : " by " + route)
                    + (heirs.isEmpty() ? "" : " then " + heirs);
        }
    }

    /**
     * Names those who get the permits of a grant next. If it is lost or late, the permits come home and are granted from
     * there.
     *
     * @param number the grant
     * @param key the request that it is for
     * @param route the rest of the way to the requester
     */
    record HeirsMessage(Header header, long number, Key key, NodeList route, List<Heir> heirs)
            implements PrioritizedMessage {
        @Override
        public void deliver(PrioritizedNode to, Neighbour from, Effects out) {
            to.onHeirs(this, out);
        }

        @Override
        public String type() {
            return heirs.isEmpty() ? "RECALL" : "HEIRS";
        }

        @Override
        public int bytes() {
            int bytes = TYPE_BYTES + header.bytes() + WireSize.number(number) + WireSize.key(key) + route.bytes();
            for (int i = 0; i < heirs.size(); i++) {
                bytes += heirs.get(i).bytes();
            }
            return bytes;
        }

        @Override
        public String toString() {
            return heirs.isEmpty() ? "RECALL " + number : "HEIRS of " + number + ": " + heirs;
        }
    }

    /** The anchor's answer to a request that does not wait and cannot be granted now; travels as a grant would. */
    record Refusal(Header header, Key key) implements PrioritizedMessage {
        @Override
        public void deliver(PrioritizedNode to, Neighbour from, Effects out) {
            to.onRefusal(from, key, out);
        }

        @Override
        public String type() {
            return "REFUSAL";
        }

        @Override
        public int bytes() {
            return TYPE_BYTES + header.bytes() + WireSize.key(key);
        }

        @Override
        public String toString() {
            return "REFUSAL of " + key;
        }
    }

    /**
     * Tells the anchor of grants whose permits come home, and of grants whose GRANT may have been lost.
     *
     * @param over grants asked about whose requester neither has them nor waits: if they came, it has passed them on
     * @param held for how long the released permits were held, or {@link Turns#UNKNOWN}
     * @param cleared the sender has nothing registered at the receiver any more
     */
    record ReleaseMessage(
            Header header, GrantNumbers released, GrantNumbers doubted, GrantNumbers over, long held, boolean cleared)
            implements PrioritizedMessage {

        /** Releases and doubts. */
        public ReleaseMessage(Header header, GrantNumbers released, GrantNumbers doubted) {
            this(header, released, doubted, GrantNumbers.NONE, Turns.UNKNOWN, false);
        }

        @Override
        public void deliver(PrioritizedNode to, Neighbour from, Effects out) {
            to.onRelease(from, this);
        }

        @Override
        public String type() {
            return "RELEASE";
        }

        @Override
        public int bytes() {
            return TYPE_BYTES
                    + header.bytes()
                    + released.bytes()
                    + doubted.bytes()
                    + over.bytes()
                    + (held == Turns.UNKNOWN ? 0 : WireSize.number(held))
                    + (cleared ? 1 : 0);
        }

        @Override
        public boolean custody() {
            return true;
        }

        @Override
        public @Nullable Keys registers() {
            return cleared ? Keys.EMPTY : null;
        }

        @Override
        public String toString() {
            return "RELEASE " + released
                    + (doubted.isEmpty() ? "" : " in doubt " + doubted)
                    + (over.isEmpty() ? "" : " over " + over)
                    + (cleared ? " and nothing registered" : "");
        }
    }

    /** Tells the anchor of changes of outstanding grants. */
    record Amend(Header header, Amendments changes) implements PrioritizedMessage {
        @Override
        public void deliver(PrioritizedNode to, Neighbour from, Effects out) {
            to.onAmend(changes);
        }

        @Override
        public String type() {
            return "AMEND";
        }

        @Override
        public int bytes() {
            return TYPE_BYTES + header.bytes() + changes.bytes();
        }

        @Override
        public boolean custody() {
            return true;
        }

        @Override
        public String toString() {
            return "AMEND " + changes;
        }
    }

    /**
     * The right to grant.
     *
     * @param ledger all outstanding grants
     * @param nextNumber the next grant's number
     * @param hop how often the token has moved, this time included
     * @param stamp the number of the newest sign of life
     * @param keys the keys that the sender registers at the receiver
     * @param chased the requester that all recent grants went to, or {@link #NOBODY}. While it is the only one that
     *     asks, the token moves on to it at once
     * @param links links of the mesh that the receiver may not know of
     */
    record Token(
            Header header,
            List<LedgerEntry> ledger,
            long nextNumber,
            long hop,
            long stamp,
            Keys keys,
            int chased,
            List<LinkState> links)
            implements PrioritizedMessage {

        /** A token without news of links. */
        public Token(
                Header header, List<LedgerEntry> ledger, long nextNumber, long hop, long stamp, Keys keys, int chased) {
            this(header, ledger, nextNumber, hop, stamp, keys, chased, List.of());
        }

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
            for (LinkState state : links) {
                bytes += state.bytes();
            }
            return bytes;
        }

        @Override
        public boolean custody() {
            return true;
        }

        @Override
        public int ledgerSize() {
            return ledger.size();
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
     * A sign of life of the anchor: a flood that ends suspicion, shortens paths and asks about grants in doubt.
     *
     * @param stamp the number of this sign of life, larger than all before
     * @param root the height of the node that the distance counts from
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
            for (int i = 0; i < asked.size(); i++) {
                bytes += asked.get(i).bytes();
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

    /** A node cannot find a way to the anchor. Only the anchor and nodes that know a newer sign of life answer. */
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

    /** Asks whether a transfer of the token arrived; later, the answer. */
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

    /** LEAVE: the sender wants to leave; keys and the token must not be sent to it. STAY: it stays after all. */
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

        /** A leaving node waits until all neighbours have seen LEAVE: from then on it receives no custody message. */
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

    /** An operator changed the size of the pool. */
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
