package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Message;
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
     * @param offers the best offers to vote that it knows, for the view of that heartbeat
     * @param peerStates the newest peer states that it knows, including its own, by ascending node
     */
    record Beacon(
            long incarnation, long at, @Nullable Heartbeat heartbeat, List<Offer> offers, List<PeerState> peerStates)
            implements RecoveryMessage {

        public Beacon {
            offers = List.copyOf(offers);
            peerStates = List.copyOf(peerStates);
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
            return "BEACON " + (heartbeat == null ? "" : heartbeat + " ") + (offers.isEmpty() ? "" : offers + " ")
                    + peerStates;
        }
    }

    /**
     * A message of the wrapped algorithm, which counts in its own epoch only.
     *
     * @param epoch the epoch it belongs to
     * @param message the algorithm's message
     * @param handoff present exactly if the message carries the token
     */
    record Enclosed(Epoch epoch, Message message, @Nullable TokenHandoff handoff) implements RecoveryMessage {

        @Override
        public String type() {
            return message.type();
        }

        @Override
        public int bytes() {
            return message.bytes() + RecoveryWireSize.of(epoch) + RecoveryWireSize.of(handoff);
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
