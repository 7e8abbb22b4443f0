package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.View;
import io.meshlock.protocol.WireSize;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The messages that nodes of a pool with recovery send to their neighbours. */
public sealed interface RecoveryMessage extends Message {

    /**
     * BEACON: spreads heartbeats and peer states by gossip. May get lost, overtaken or repeated; receivers ignore what
     * is not newer than what they know.
     *
     * @param incarnation the sender's incarnation
     * @param at the sender's clock
     * @param heartbeat the newest heartbeat that the sender knows; null if it knows none
     * @param ask how long ago, at least, a node asked that wants something and has no evidence of a token; -1 if none
     *     did lately
     * @param offers the best offers to vote that it knows, for the view of that heartbeat
     * @param peerStates the newest peer states that matter now, by ascending node: of those that hold something, and in
     *     trouble of all that vote
     * @param view the newest view that it knows, if no heartbeat told it: the holder that made it may be gone, and then
     *     nobody else tells those who vote by it; null otherwise
     */
    record Beacon(
            long incarnation,
            long at,
            @Nullable Heartbeat heartbeat,
            long ask,
            List<Offer> offers,
            List<PeerState> peerStates,
            @Nullable View view)
            implements RecoveryMessage {

        public Beacon {
            offers = List.copyOf(offers);
            peerStates = List.copyOf(peerStates);
        }

        /** Without a view, as in calm times. */
        public Beacon(
                long incarnation,
                long at,
                @Nullable Heartbeat heartbeat,
                long ask,
                List<Offer> offers,
                List<PeerState> peerStates) {
            this(incarnation, at, heartbeat, ask, offers, peerStates, null);
        }

        /** False if it has nothing but its sender's clock. */
        public boolean tellsAnything() {
            return heartbeat != null || ask >= 0 || !offers.isEmpty() || !peerStates.isEmpty() || view != null;
        }

        @Override
        public String type() {
            return "BEACON";
        }

        @Override
        public int bytes() {
            return RecoveryWireSize.of(this);
        }

        @Override
        public boolean toAll() {
            return true;
        }

        @Override
        public boolean isDatagram() {
            return true;
        }

        @Override
        public String toString() {
            return "BEACON " + (heartbeat == null ? "" : heartbeat + " ") + (ask < 0 ? "" : "asks ")
                    + (offers.isEmpty() ? "" : offers + " ") + peerStates;
        }
    }

    /**
     * A message of the wrapped algorithm, which counts in its own epoch only.
     *
     * @param epoch the epoch it belongs to
     * @param message the algorithm's message
     * @param handoff present exactly if the message carries the token
     * @param readings the clocks of the nodes whose requests the message registers
     */
    record Enclosed(Epoch epoch, Message message, @Nullable TokenHandoff handoff, List<ClockReading> readings)
            implements RecoveryMessage {

        public Enclosed {
            readings = List.copyOf(readings);
        }

        /** A message that registers nothing. */
        public Enclosed(Epoch epoch, Message message, @Nullable TokenHandoff handoff) {
            this(epoch, message, handoff, List.of());
        }

        @Override
        public String type() {
            return message.type();
        }

        @Override
        public int bytes() {
            return message.bytes()
                    + RecoveryWireSize.of(epoch)
                    + RecoveryWireSize.of(handoff)
                    + RecoveryWireSize.of(readings);
        }

        @Override
        public boolean toAll() {
            return message.toAll();
        }

        @Override
        public int tokens() {
            return message.tokens();
        }

        @Override
        public @Nullable Keys registers() {
            return message.registers();
        }

        @Override
        public String toString() {
            return message + " in " + epoch + (handoff == null ? "" : " valid for " + handoff.validFor());
        }
    }

    /**
     * ECHO: a seat has seen a heartbeat. It goes back the way that the heartbeat came, neighbour by neighbour; if it gets
     * lost, the token loses its validity, and peer states tell.
     *
     * @param seat the seat
     * @param epoch the epoch of the heartbeat
     * @param count its count
     */
    record Echo(Seat seat, Epoch epoch, long count) implements RecoveryMessage {

        @Override
        public String type() {
            return "ECHO";
        }

        @Override
        public int bytes() {
            return RecoveryWireSize.of(this);
        }

        @Override
        public boolean isDatagram() {
            return true;
        }

        @Override
        public String toString() {
            return "ECHO " + epoch + "#" + count + " of " + seat;
        }
    }

    /**
     * RENEW: a node's grants want to last longer. Goes the way of the heartbeats back to the token's holder, on the links:
     * over dozens of hops a datagram would often get lost. Acknowledged by a heartbeat; repeated until then.
     *
     * @param peerState what the grantee says of itself
     * @param hops over how many links it has come
     */
    record Renew(PeerState peerState, int hops) implements RecoveryMessage {

        /** A way that leads round in a circle ends here: the token was lost and its way with it. */
        public static final int MOST_HOPS = 255;

        @Override
        public String type() {
            return "RENEW";
        }

        @Override
        public int bytes() {
            return RecoveryWireSize.of(this);
        }

        @Override
        public String toString() {
            return "RENEW " + peerState;
        }
    }

    /**
     * JOIN: the sender takes part in this epoch from here on. Two neighbours exchange messages of an epoch once each
     * has received this from the other, so that neither misses the beginning.
     *
     * @param epoch the epoch that the sender takes part in
     * @param incarnation the sender's incarnation: within an epoch, another incarnation is another node
     */
    record Join(Epoch epoch, long incarnation) implements RecoveryMessage {

        @Override
        public String type() {
            return "JOIN";
        }

        @Override
        public int bytes() {
            return 2 + RecoveryWireSize.of(epoch) + WireSize.number(incarnation);
        }

        @Override
        public boolean toAll() {
            return true;
        }

        @Override
        public String toString() {
            return "JOIN " + epoch;
        }
    }
}
