package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What nodes of a pool with recovery send to their neighbours. */
public sealed interface RecoveryMessage extends Message {

    /**
     * Evidence and peer states, on their way to everybody. May get lost, overtaken or repeated: only what is newer than what is known
     * counts.
     *
     * @param heartbeat the newest heartbeat that the sender knows; null if it knows none
     * @param peerStates the newest peer states that it knows, its own among them, by ascending node
     */
    record Beacon(@Nullable Heartbeat heartbeat, List<PeerState> peerStates) implements RecoveryMessage {

        public Beacon {
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
            return "BEACON " + (heartbeat == null ? "" : heartbeat + " ") + peerStates;
        }
    }

    /**
     * A message of the wrapped algorithm, which means nothing in any other epoch.
     *
     * @param epoch the epoch it belongs to
     * @param message what the algorithm sends
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
     * The sender takes part in this epoch from here on: what it sends next over this link may belong to it. Two neighbours
     * talk within an epoch once each has heard this of the other, so that neither misses the beginning.
     *
     * @param epoch the epoch it takes part in
     */
    record Join(Epoch epoch) implements RecoveryMessage {

        @Override
        public String type() {
            return "JOIN";
        }

        @Override
        public int bytes() {
            return 2 + RecoveryWireSize.of(epoch);
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
