package io.meshlock.link.wire;

import static io.meshlock.link.wire.Fields.DELIMITED;
import static io.meshlock.link.wire.Fields.NUMBER;
import static io.meshlock.link.wire.Fields.SHIFT;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.recovery.ClockReading;
import io.meshlock.protocol.recovery.RecoveryMessage.Echo;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads and writes readings of clocks, and echoes without their epoch. */
final class ReadingParts {

    static final Part<ClockReading> READING = new ReadingPart();
    static final Part<Echo> ECHO = new EchoPart();

    private ReadingParts() {}

    private static final class ReadingPart extends Part<ClockReading> {

        private static final int NODE = 1;
        private static final int INCARNATION = 2;
        private static final int AT = 3;

        @Override
        int payload(ClockReading reading) {
            return Fields.sizeUnsigned(NODE, reading.node())
                    + Fields.sizeUnsigned(INCARNATION, reading.incarnation())
                    + Fields.sizeSigned(AT, reading.at());
        }

        @Override
        void writeFields(CodedOutputStream out, ClockReading reading) throws IOException {
            Fields.writeUnsigned(out, NODE, reading.node());
            Fields.writeUnsigned(out, INCARNATION, reading.incarnation());
            Fields.writeSigned(out, AT, reading.at());
        }

        @Override
        ClockReading readFields(CodedInputStream in) throws IOException {
            int node = 0;
            long incarnation = 0;
            long at = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case NODE << SHIFT | NUMBER -> node = EpochParts.readNode(in);
                    case INCARNATION << SHIFT | NUMBER -> incarnation = in.readUInt64();
                    case AT << SHIFT | NUMBER -> at = in.readSInt64();
                    default -> Fields.skip(in, tag);
                }
            }
            return new ClockReading(node, incarnation, at);
        }
    }

    private static final class EchoPart extends Part<Echo> {

        private static final int SEAT = 1;
        private static final int COUNT = 2;

        @Override
        int payload(Echo echo) {
            return EpochParts.SEAT.size(SEAT, echo.seat()) + Fields.sizeSigned(COUNT, echo.count());
        }

        @Override
        void writeFields(CodedOutputStream out, Echo echo) throws IOException {
            EpochParts.SEAT.write(out, SEAT, echo.seat());
            Fields.writeSigned(out, COUNT, echo.count());
        }

        /** The epoch comes before, in the message around it. */
        @Override
        Echo readFields(CodedInputStream in) throws IOException {
            @Nullable Seat seat = null;
            long count = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case SEAT << SHIFT | DELIMITED -> seat = EpochParts.SEAT.read(in);
                    case COUNT << SHIFT | NUMBER -> count = in.readSInt64();
                    default -> Fields.skip(in, tag);
                }
            }
            return new Echo(EpochParts.required(seat, "the seat of an echo"), Epoch.NONE, count);
        }
    }
}
