package io.meshlock.link.wire;

import static io.meshlock.link.wire.Fields.DELIMITED;
import static io.meshlock.link.wire.Fields.NUMBER;
import static io.meshlock.link.wire.Fields.SHIFT;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.View;
import io.meshlock.protocol.recovery.FrozenToken;
import io.meshlock.protocol.recovery.TokenHandoff;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes the hand-off: what travels with the token. */
final class TokenHandoffPart extends Part<TokenHandoff> {

    static final Part<TokenHandoff> HANDOFF = new TokenHandoffPart();

    private static final int INCARNATION = 1;
    private static final int COUNT = 2;
    private static final int VALID_FOR = 3;
    private static final int YOUR_TIME = 4;
    private static final int HEARD_FOR = 5;
    private static final int VIEW = 6;
    private static final int COMMITTED = 7;
    private static final int LEDGER = 8;
    private static final int RESERVED = 9;
    private static final int SIZE = 10;

    private static final Part<TokenHandoff.Remaining> REMAINING = new RemainingPart();

    private TokenHandoffPart() {}

    @Override
    int payload(TokenHandoff handoff) {
        return Fields.sizeUnsigned(INCARNATION, handoff.incarnation())
                + Fields.sizeSigned(COUNT, handoff.count())
                + Fields.sizeSigned(VALID_FOR, handoff.validFor())
                + Fields.sizeSigned(YOUR_TIME, handoff.yourTime())
                + Fields.sizeSigned(HEARD_FOR, handoff.heardFor())
                + EpochParts.VIEW.size(VIEW, handoff.view())
                + Fields.sizeUnsigned(COMMITTED, handoff.committed() ? 1 : 0)
                + REMAINING.size(LEDGER, handoff.ledger())
                + LeasedGrantParts.RESERVED.size(RESERVED, handoff.reserved())
                + EpochParts.SIZE.size(SIZE, handoff.size());
    }

    @Override
    void writeFields(CodedOutputStream out, TokenHandoff handoff) throws IOException {
        Fields.writeUnsigned(out, INCARNATION, handoff.incarnation());
        Fields.writeSigned(out, COUNT, handoff.count());
        Fields.writeSigned(out, VALID_FOR, handoff.validFor());
        Fields.writeSigned(out, YOUR_TIME, handoff.yourTime());
        Fields.writeSigned(out, HEARD_FOR, handoff.heardFor());
        EpochParts.VIEW.write(out, VIEW, handoff.view());
        Fields.writeUnsigned(out, COMMITTED, handoff.committed() ? 1 : 0);
        REMAINING.write(out, LEDGER, handoff.ledger());
        LeasedGrantParts.RESERVED.write(out, RESERVED, handoff.reserved());
        EpochParts.SIZE.write(out, SIZE, handoff.size());
    }

    @Override
    TokenHandoff readFields(CodedInputStream in) throws IOException {
        long incarnation = 0;
        long count = 0;
        long validFor = 0;
        long yourTime = 0;
        long heardFor = 0;
        @Nullable View view = null;
        boolean committed = false;
        List<TokenHandoff.Remaining> ledger = List.of();
        List<FrozenToken.Reserved> reserved = List.of();
        @Nullable PoolSize size = null;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case INCARNATION << SHIFT | NUMBER -> incarnation = in.readUInt64();
                case COUNT << SHIFT | NUMBER -> count = in.readSInt64();
                case VALID_FOR << SHIFT | NUMBER -> validFor = in.readSInt64();
                case YOUR_TIME << SHIFT | NUMBER -> yourTime = in.readSInt64();
                case HEARD_FOR << SHIFT | NUMBER -> heardFor = in.readSInt64();
                case VIEW << SHIFT | DELIMITED -> view = EpochParts.VIEW.read(in);
                case COMMITTED << SHIFT | NUMBER -> committed = in.readBool();
                case LEDGER << SHIFT | DELIMITED -> ledger = REMAINING.readInto(ledger, in);
                case RESERVED << SHIFT | DELIMITED -> reserved = LeasedGrantParts.RESERVED.readInto(reserved, in);
                case SIZE << SHIFT | DELIMITED -> size = EpochParts.SIZE.read(in);
                default -> Fields.skip(in, tag);
            }
        }
        PoolSize inForce = EpochParts.required(size, "the size of a hand-off");
        View members = EpochParts.required(view, "the view of a hand-off");
        return new TokenHandoff(
                incarnation, count, validFor, yourTime, heardFor, members, inForce, committed, ledger, reserved);
    }

    private static final class RemainingPart extends Part<TokenHandoff.Remaining> {

        private static final int NUMBER_FIELD = 1;
        private static final int TIME = 2;

        @Override
        int payload(TokenHandoff.Remaining remaining) {
            return Fields.sizeUnsigned(NUMBER_FIELD, remaining.number())
                    + Fields.sizeSigned(TIME, remaining.remaining());
        }

        @Override
        void writeFields(CodedOutputStream out, TokenHandoff.Remaining remaining) throws IOException {
            Fields.writeUnsigned(out, NUMBER_FIELD, remaining.number());
            Fields.writeSigned(out, TIME, remaining.remaining());
        }

        @Override
        TokenHandoff.Remaining readFields(CodedInputStream in) throws IOException {
            long number = 0;
            long remaining = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case NUMBER_FIELD << SHIFT | NUMBER -> number = in.readUInt64();
                    case TIME << SHIFT | NUMBER -> remaining = in.readSInt64();
                    default -> Fields.skip(in, tag);
                }
            }
            return new TokenHandoff.Remaining(number, remaining);
        }
    }
}
