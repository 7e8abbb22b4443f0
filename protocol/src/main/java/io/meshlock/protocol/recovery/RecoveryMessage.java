package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What nodes of a pool with recovery send to their neighbours. */
public sealed interface RecoveryMessage extends Message {

    /**
     * Evidence and rows, on their way to everybody. May get lost, overtaken or repeated: only what is newer than what is known
     * counts.
     *
     * @param stamp the newest stamp that the sender knows; null if it knows none
     * @param rows the newest rows that it knows, its own among them, by ascending node
     */
    record Beacon(@Nullable Stamp stamp, List<Row> rows) implements RecoveryMessage {

        public Beacon {
            rows = List.copyOf(rows);
        }

        @Override
        public String type() {
            return "BEACON";
        }

        @Override
        public int bytes() {
            return BeaconSize.of(this);
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
            return "BEACON " + (stamp == null ? "" : stamp + " ") + rows;
        }
    }

    /**
     * A message of the wrapped algorithm, which means nothing in any other epoch.
     *
     * @param epoch the epoch it belongs to
     * @param message what the algorithm sends
     * @param passport present exactly if the message carries the token
     */
    record Enclosed(Epoch epoch, Message message, @Nullable Passport passport) implements RecoveryMessage {

        @Override
        public String type() {
            return message.type();
        }

        @Override
        public int bytes() {
            return message.bytes() + BeaconSize.of(epoch) + BeaconSize.of(passport);
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
            return message + " in " + epoch + (passport == null ? "" : " valid for " + passport.validFor());
        }
    }

    /**
     * The sender takes part in this epoch from here on: what it sends next over this link may belong to it. Two neighbours
     * talk within an epoch once each has heard this of the other, so that neither misses the beginning.
     *
     * @param epoch the epoch it takes part in
     */
    record Attend(Epoch epoch) implements RecoveryMessage {

        @Override
        public String type() {
            return "ATTEND";
        }

        @Override
        public int bytes() {
            return 2 + BeaconSize.of(epoch);
        }

        @Override
        public boolean toAll() {
            return true;
        }

        @Override
        public String toString() {
            return "ATTEND " + epoch;
        }
    }
}
