package io.meshlock.link.wire;

import static io.meshlock.link.wire.Fields.DELIMITED;
import static io.meshlock.link.wire.Fields.NUMBER;
import static io.meshlock.link.wire.Fields.SHIFT;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.recovery.Surrender;
import io.meshlock.protocol.token.Holding;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Grants and what remains of them, by themselves and in a token that was given up. */
final class HoldingParts {

    static final Part<Holding> HOLDING = new HoldingPart();
    static final Part<Surrender.Reserved> RESERVED = new ReservedPart();
    static final Part<Surrender> SURRENDER = new SurrenderPart();

    private HoldingParts() {}

    private static final class HoldingPart extends Part<Holding> {

        private static final int NUMBER_FIELD = 1;
        private static final int KEY = 2;
        private static final int SLOTS = 3;
        private static final int REMAINING = 4;

        @Override
        int payload(Holding holding) {
            return Fields.sizeUnsigned(NUMBER_FIELD, holding.number())
                    + KeyFields.size(KEY, holding.key())
                    + Numbers.size(SLOTS, holding.slots())
                    + Fields.sizeSigned(REMAINING, holding.remaining());
        }

        @Override
        void writeFields(CodedOutputStream out, Holding holding) throws IOException {
            Fields.writeUnsigned(out, NUMBER_FIELD, holding.number());
            KeyFields.write(out, KEY, holding.key());
            Numbers.write(out, SLOTS, holding.slots());
            Fields.writeSigned(out, REMAINING, holding.remaining());
        }

        @Override
        Holding readFields(CodedInputStream in) throws IOException {
            long number = 0;
            @Nullable Key key = null;
            Slots slots = Slots.NONE;
            long remaining = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case NUMBER_FIELD << SHIFT | NUMBER -> number = in.readUInt64();
                    case KEY << SHIFT | DELIMITED -> key = KeyFields.read(in);
                    case SLOTS << SHIFT | DELIMITED -> slots = Numbers.readSlots(in);
                    case REMAINING << SHIFT | NUMBER -> remaining = in.readSInt64();
                    default -> Fields.skip(in, tag);
                }
            }
            return new Holding(number, EpochParts.required(key, "the key of a grant"), slots, remaining);
        }
    }

    private static final class ReservedPart extends Part<Surrender.Reserved> {

        private static final int SLOT = 1;
        private static final int REMAINING = 2;

        @Override
        int payload(Surrender.Reserved reserved) {
            return Fields.sizeUnsigned(SLOT, reserved.slot()) + Fields.sizeSigned(REMAINING, reserved.remaining());
        }

        @Override
        void writeFields(CodedOutputStream out, Surrender.Reserved reserved) throws IOException {
            Fields.writeUnsigned(out, SLOT, reserved.slot());
            Fields.writeSigned(out, REMAINING, reserved.remaining());
        }

        @Override
        Surrender.Reserved readFields(CodedInputStream in) throws IOException {
            int slot = 0;
            long remaining = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case SLOT << SHIFT | NUMBER -> slot = in.readUInt32();
                    case REMAINING << SHIFT | NUMBER -> remaining = in.readSInt64();
                    default -> Fields.skip(in, tag);
                }
            }
            if (slot < 0) {
                throw new MalformedFrameException("slot " + slot + " is none");
            }
            return new Surrender.Reserved(slot, remaining);
        }
    }

    private static final class SurrenderPart extends Part<Surrender> {

        private static final int EPOCH = 1;
        private static final int LEDGER = 2;
        private static final int RESERVED_FIELD = 3;

        @Override
        int payload(Surrender token) {
            return EpochParts.EPOCH.size(EPOCH, token.epoch())
                    + HOLDING.size(LEDGER, token.ledger())
                    + RESERVED.size(RESERVED_FIELD, token.reserved());
        }

        @Override
        void writeFields(CodedOutputStream out, Surrender token) throws IOException {
            EpochParts.EPOCH.write(out, EPOCH, token.epoch());
            HOLDING.write(out, LEDGER, token.ledger());
            RESERVED.write(out, RESERVED_FIELD, token.reserved());
        }

        @Override
        Surrender readFields(CodedInputStream in) throws IOException {
            @Nullable Epoch epoch = null;
            List<Holding> ledger = List.of();
            List<Surrender.Reserved> reserved = List.of();
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case EPOCH << SHIFT | DELIMITED -> epoch = EpochParts.EPOCH.read(in);
                    case LEDGER << SHIFT | DELIMITED -> ledger = HOLDING.readInto(ledger, in);
                    case RESERVED_FIELD << SHIFT | DELIMITED -> reserved = RESERVED.readInto(reserved, in);
                    default -> Fields.skip(in, tag);
                }
            }
            return new Surrender(EpochParts.required(epoch, "the epoch of a token"), ledger, reserved);
        }
    }
}
