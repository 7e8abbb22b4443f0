package io.meshlock.link.wire;

import static io.meshlock.link.wire.Fields.DELIMITED;
import static io.meshlock.link.wire.Fields.NUMBER;
import static io.meshlock.link.wire.Fields.SHIFT;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.recovery.FrozenToken;
import io.meshlock.protocol.token.LeasedGrant;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes grants with their remaining leases, by themselves and in a frozen token. */
final class LeasedGrantParts {

    static final Part<LeasedGrant> LEASED_GRANT = new HoldingPart();
    static final Part<FrozenToken.Reserved> RESERVED = new ReservedPart();
    static final Part<FrozenToken> FROZEN_TOKEN = new SurrenderPart();

    private LeasedGrantParts() {}

    private static final class HoldingPart extends Part<LeasedGrant> {

        private static final int NUMBER_FIELD = 1;
        private static final int KEY = 2;
        private static final int SLOTS = 3;
        private static final int REMAINING = 4;
        private static final int INCARNATION = 5;

        @Override
        int payload(LeasedGrant leasedGrant) {
            return Fields.sizeUnsigned(NUMBER_FIELD, leasedGrant.number())
                    + KeyFields.size(KEY, leasedGrant.key())
                    + Numbers.size(SLOTS, leasedGrant.slots())
                    + Fields.sizeSigned(REMAINING, leasedGrant.remaining())
                    + Fields.sizeUnsigned(INCARNATION, leasedGrant.incarnation());
        }

        @Override
        void writeFields(CodedOutputStream out, LeasedGrant leasedGrant) throws IOException {
            Fields.writeUnsigned(out, NUMBER_FIELD, leasedGrant.number());
            KeyFields.write(out, KEY, leasedGrant.key());
            Numbers.write(out, SLOTS, leasedGrant.slots());
            Fields.writeSigned(out, REMAINING, leasedGrant.remaining());
            Fields.writeUnsigned(out, INCARNATION, leasedGrant.incarnation());
        }

        @Override
        LeasedGrant readFields(CodedInputStream in) throws IOException {
            long number = 0;
            @Nullable Key key = null;
            Slots slots = Slots.NONE;
            long remaining = 0;
            long incarnation = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case NUMBER_FIELD << SHIFT | NUMBER -> number = in.readUInt64();
                    case KEY << SHIFT | DELIMITED -> key = KeyFields.read(in);
                    case SLOTS << SHIFT | DELIMITED -> slots = Numbers.readSlots(in);
                    case REMAINING << SHIFT | NUMBER -> remaining = in.readSInt64();
                    case INCARNATION << SHIFT | NUMBER -> incarnation = in.readUInt64();
                    default -> Fields.skip(in, tag);
                }
            }
            return new LeasedGrant(
                    number, EpochParts.required(key, "the key of a grant"), incarnation, slots, remaining);
        }
    }

    private static final class ReservedPart extends Part<FrozenToken.Reserved> {

        private static final int SLOTS = 1;
        private static final int REMAINING = 2;

        @Override
        int payload(FrozenToken.Reserved reserved) {
            return Numbers.size(SLOTS, reserved.slots()) + Fields.sizeSigned(REMAINING, reserved.remaining());
        }

        @Override
        void writeFields(CodedOutputStream out, FrozenToken.Reserved reserved) throws IOException {
            Numbers.write(out, SLOTS, reserved.slots());
            Fields.writeSigned(out, REMAINING, reserved.remaining());
        }

        @Override
        FrozenToken.Reserved readFields(CodedInputStream in) throws IOException {
            Slots slots = Slots.NONE;
            long remaining = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case SLOTS << SHIFT | DELIMITED -> slots = Numbers.readSlots(in);
                    case REMAINING << SHIFT | NUMBER -> remaining = in.readSInt64();
                    default -> Fields.skip(in, tag);
                }
            }
            return new FrozenToken.Reserved(slots, remaining);
        }
    }

    private static final class SurrenderPart extends Part<FrozenToken> {

        private static final int EPOCH = 1;
        private static final int LEDGER = 2;
        private static final int RESERVED_FIELD = 3;

        @Override
        int payload(FrozenToken token) {
            return EpochParts.EPOCH.size(EPOCH, token.epoch())
                    + LEASED_GRANT.size(LEDGER, token.ledger())
                    + RESERVED.size(RESERVED_FIELD, token.reserved());
        }

        @Override
        void writeFields(CodedOutputStream out, FrozenToken token) throws IOException {
            EpochParts.EPOCH.write(out, EPOCH, token.epoch());
            LEASED_GRANT.write(out, LEDGER, token.ledger());
            RESERVED.write(out, RESERVED_FIELD, token.reserved());
        }

        @Override
        FrozenToken readFields(CodedInputStream in) throws IOException {
            @Nullable Epoch epoch = null;
            List<LeasedGrant> ledger = List.of();
            List<FrozenToken.Reserved> reserved = List.of();
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case EPOCH << SHIFT | DELIMITED -> epoch = EpochParts.EPOCH.read(in);
                    case LEDGER << SHIFT | DELIMITED -> ledger = LEASED_GRANT.readInto(ledger, in);
                    case RESERVED_FIELD << SHIFT | DELIMITED -> reserved = RESERVED.readInto(reserved, in);
                    default -> Fields.skip(in, tag);
                }
            }
            return new FrozenToken(EpochParts.required(epoch, "the epoch of a token"), ledger, reserved);
        }
    }
}
