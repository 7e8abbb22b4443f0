package io.meshlock.link.wire;

import static io.meshlock.link.wire.Fields.DELIMITED;
import static io.meshlock.link.wire.Fields.NUMBER;
import static io.meshlock.link.wire.Fields.SHIFT;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.prioritized.Amendment;
import io.meshlock.protocol.prioritized.Amendments;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Reads and writes the body of AMEND. */
final class AmendFields {

    private static final int CHANGES = 1;
    private static final int NUMBER_OF_GRANT = 1;
    private static final int BACK = 2;
    private static final int KEEP = 3;

    /** A request is held for a year at least at most; clocks that drift apart make it a little more. */
    private static final long LONGEST = Duration.ofDays(400).toNanos();

    private AmendFields() {}

    static int size(Amendments changes) {
        int bytes = 0;
        for (Amendment change : changes.all()) {
            bytes += Fields.sizeDelimited(CHANGES, size(change));
        }
        return bytes;
    }

    private static int size(Amendment change) {
        return Fields.sizeUnsigned(NUMBER_OF_GRANT, change.number())
                + Numbers.size(BACK, change.back())
                + Fields.sizeUnsigned(KEEP, change.keep());
    }

    static void write(CodedOutputStream out, Amendments changes) throws IOException {
        for (Amendment change : changes.all()) {
            Fields.writeDelimited(out, CHANGES, size(change));
            Fields.writeUnsigned(out, NUMBER_OF_GRANT, change.number());
            Numbers.write(out, BACK, change.back());
            Fields.writeUnsigned(out, KEEP, change.keep());
        }
    }

    static Amendments read(CodedInputStream in) throws IOException {
        List<Amendment> changes = new ArrayList<>(2);
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag == (CHANGES << SHIFT | DELIMITED)) {
                Fields.checkElements(changes.size());
                int outer = Fields.enter(in);
                changes.add(readChange(in));
                Fields.leave(in, outer);
            } else {
                Fields.skip(in, tag);
            }
        }
        try {
            return Amendments.of(changes);
        } catch (IllegalArgumentException e) {
            throw new MalformedFrameException(String.valueOf(e.getMessage()));
        }
    }

    private static Amendment readChange(CodedInputStream in) throws IOException {
        long number = 0;
        Slots back = Slots.NONE;
        long keep = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case NUMBER_OF_GRANT << SHIFT | NUMBER -> number = in.readUInt64();
                case BACK << SHIFT | DELIMITED -> back = Numbers.readSlots(in);
                case KEEP << SHIFT | NUMBER -> keep = in.readUInt64();
                default -> Fields.skip(in, tag);
            }
        }
        if (keep < 0 || keep > LONGEST) {
            throw new MalformedFrameException("a grant kept for " + Long.toUnsignedString(keep) + " ns");
        }
        return new Amendment(number, back, keep);
    }
}
