package io.meshlock.link.wire;

import static io.meshlock.link.wire.Fields.DELIMITED;
import static io.meshlock.link.wire.Fields.NUMBER;
import static io.meshlock.link.wire.Fields.SHIFT;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.View;
import io.meshlock.protocol.recovery.Passport;
import io.meshlock.protocol.recovery.Surrender;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What travels with the token. */
final class PassportPart extends Part<Passport> {

    static final Part<Passport> PASSPORT = new PassportPart();

    private static final int LIFE = 1;
    private static final int COUNT = 2;
    private static final int VALID_FOR = 3;
    private static final int YOUR_TIME = 4;
    private static final int HEARD_FOR = 5;
    private static final int VIEW = 6;
    private static final int COMMITTED = 7;
    private static final int LEDGER = 8;
    private static final int RESERVED = 9;
    private static final int SIZE = 10;

    private static final Part<Passport.Remaining> REMAINING = new RemainingPart();

    private PassportPart() {}

    @Override
    int payload(Passport passport) {
        return Fields.sizeUnsigned(LIFE, passport.life())
                + Fields.sizeSigned(COUNT, passport.count())
                + Fields.sizeSigned(VALID_FOR, passport.validFor())
                + Fields.sizeSigned(YOUR_TIME, passport.yourTime())
                + Fields.sizeSigned(HEARD_FOR, passport.heardFor())
                + EpochParts.VIEW.size(VIEW, passport.view())
                + Fields.sizeUnsigned(COMMITTED, passport.committed() ? 1 : 0)
                + REMAINING.size(LEDGER, passport.ledger())
                + HoldingParts.RESERVED.size(RESERVED, passport.reserved())
                + EpochParts.SIZE.size(SIZE, passport.size());
    }

    @Override
    void writeFields(CodedOutputStream out, Passport passport) throws IOException {
        Fields.writeUnsigned(out, LIFE, passport.life());
        Fields.writeSigned(out, COUNT, passport.count());
        Fields.writeSigned(out, VALID_FOR, passport.validFor());
        Fields.writeSigned(out, YOUR_TIME, passport.yourTime());
        Fields.writeSigned(out, HEARD_FOR, passport.heardFor());
        EpochParts.VIEW.write(out, VIEW, passport.view());
        Fields.writeUnsigned(out, COMMITTED, passport.committed() ? 1 : 0);
        REMAINING.write(out, LEDGER, passport.ledger());
        HoldingParts.RESERVED.write(out, RESERVED, passport.reserved());
        EpochParts.SIZE.write(out, SIZE, passport.size());
    }

    @Override
    Passport readFields(CodedInputStream in) throws IOException {
        long life = 0;
        long count = 0;
        long validFor = 0;
        long yourTime = 0;
        long heardFor = 0;
        @Nullable View view = null;
        boolean committed = false;
        List<Passport.Remaining> ledger = List.of();
        List<Surrender.Reserved> reserved = List.of();
        @Nullable PoolSize size = null;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case LIFE << SHIFT | NUMBER -> life = in.readUInt64();
                case COUNT << SHIFT | NUMBER -> count = in.readSInt64();
                case VALID_FOR << SHIFT | NUMBER -> validFor = in.readSInt64();
                case YOUR_TIME << SHIFT | NUMBER -> yourTime = in.readSInt64();
                case HEARD_FOR << SHIFT | NUMBER -> heardFor = in.readSInt64();
                case VIEW << SHIFT | DELIMITED -> view = EpochParts.VIEW.read(in);
                case COMMITTED << SHIFT | NUMBER -> committed = in.readBool();
                case LEDGER << SHIFT | DELIMITED -> ledger = REMAINING.readInto(ledger, in);
                case RESERVED << SHIFT | DELIMITED -> reserved = HoldingParts.RESERVED.readInto(reserved, in);
                case SIZE << SHIFT | DELIMITED -> size = EpochParts.SIZE.read(in);
                default -> Fields.skip(in, tag);
            }
        }
        PoolSize inForce = EpochParts.required(size, "the size of a passport");
        View members = EpochParts.required(view, "the view of a passport");
        return new Passport(life, count, validFor, yourTime, heardFor, members, inForce, committed, ledger, reserved);
    }

    private static final class RemainingPart extends Part<Passport.Remaining> {

        private static final int NUMBER_FIELD = 1;
        private static final int TIME = 2;

        @Override
        int payload(Passport.Remaining remaining) {
            return Fields.sizeUnsigned(NUMBER_FIELD, remaining.number())
                    + Fields.sizeSigned(TIME, remaining.remaining());
        }

        @Override
        void writeFields(CodedOutputStream out, Passport.Remaining remaining) throws IOException {
            Fields.writeUnsigned(out, NUMBER_FIELD, remaining.number());
            Fields.writeSigned(out, TIME, remaining.remaining());
        }

        @Override
        Passport.Remaining readFields(CodedInputStream in) throws IOException {
            long number = 0;
            long remaining = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case NUMBER_FIELD << SHIFT | NUMBER -> number = in.readUInt64();
                    case TIME << SHIFT | NUMBER -> remaining = in.readSInt64();
                    default -> Fields.skip(in, tag);
                }
            }
            return new Passport.Remaining(number, remaining);
        }
    }
}
