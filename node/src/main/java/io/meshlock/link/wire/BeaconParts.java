package io.meshlock.link.wire;

import static io.meshlock.link.wire.Fields.DELIMITED;
import static io.meshlock.link.wire.Fields.NUMBER;
import static io.meshlock.link.wire.Fields.SHIFT;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.View;
import io.meshlock.protocol.recovery.RecoveryMessage.Beacon;
import io.meshlock.protocol.recovery.Row;
import io.meshlock.protocol.recovery.Stamp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Beacons: the newest stamp and rows. */
final class BeaconParts {

    static final Part<Beacon> BEACON = new BeaconPart();

    private static final Part<Stamp.Ack> ACK = new AckPart();
    private static final Part<Stamp> STAMP = new StampPart();

    private BeaconParts() {}

    /**
     * The same news in beacons of at most {@code limit} bytes each. A stamp or a row that is longer by itself is left out:
     * nobody waits for a beacon for ever.
     */
    static List<Beacon> split(Beacon beacon, int limit) {
        List<Beacon> parts = new ArrayList<>();
        Stamp stamp = beacon.stamp();
        if (stamp != null && STAMP.size(BeaconPart.STAMP_FIELD, stamp) <= limit) {
            parts.add(new Beacon(stamp, List.of()));
        }
        List<Row> rows = new ArrayList<>();
        int bytes = 0;
        for (Row row : beacon.rows()) {
            int more = RowParts.ROW.size(BeaconPart.ROWS, row);
            if (more > limit) {
                continue;
            }
            if (bytes + more > limit) {
                parts.add(new Beacon(null, rows));
                rows = new ArrayList<>();
                bytes = 0;
            }
            rows.add(row);
            bytes += more;
        }
        if (!rows.isEmpty()) {
            parts.add(new Beacon(null, rows));
        }
        return parts;
    }

    private static final class AckPart extends Part<Stamp.Ack> {

        private static final int NODE = 1;
        private static final int LIFE = 2;
        private static final int SERIAL = 3;
        private static final int AT = 4;
        private static final int RENEWED = 5;

        @Override
        int payload(Stamp.Ack ack) {
            return Fields.sizeUnsigned(NODE, ack.node())
                    + Fields.sizeUnsigned(LIFE, ack.life())
                    + Fields.sizeUnsigned(SERIAL, ack.serial())
                    + Fields.sizeSigned(AT, ack.at())
                    + Numbers.size(RENEWED, ack.renewed());
        }

        @Override
        void writeFields(CodedOutputStream out, Stamp.Ack ack) throws IOException {
            Fields.writeUnsigned(out, NODE, ack.node());
            Fields.writeUnsigned(out, LIFE, ack.life());
            Fields.writeUnsigned(out, SERIAL, ack.serial());
            Fields.writeSigned(out, AT, ack.at());
            Numbers.write(out, RENEWED, ack.renewed());
        }

        @Override
        Stamp.Ack readFields(CodedInputStream in) throws IOException {
            int node = 0;
            long life = 0;
            long serial = 0;
            long at = 0;
            List<Long> renewed = List.of();
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case NODE << SHIFT | NUMBER -> node = EpochParts.readNode(in);
                    case LIFE << SHIFT | NUMBER -> life = in.readUInt64();
                    case SERIAL << SHIFT | NUMBER -> serial = in.readUInt64();
                    case AT << SHIFT | NUMBER -> at = in.readSInt64();
                    case RENEWED << SHIFT | DELIMITED -> renewed = Numbers.readList(in);
                    default -> Fields.skip(in, tag);
                }
            }
            return new Stamp.Ack(node, life, serial, at, renewed);
        }
    }

    private static final class StampPart extends Part<Stamp> {

        private static final int EPOCH = 1;
        private static final int COUNT = 2;
        private static final int VIEW = 3;
        private static final int COMMITTED = 4;
        private static final int URGENT = 5;
        private static final int ACKS = 6;

        @Override
        int payload(Stamp stamp) {
            return EpochParts.EPOCH.size(EPOCH, stamp.epoch())
                    + Fields.sizeSigned(COUNT, stamp.count())
                    + EpochParts.VIEW.size(VIEW, stamp.view())
                    + Fields.sizeUnsigned(COMMITTED, stamp.committed() ? 1 : 0)
                    + Fields.sizeUnsigned(URGENT, stamp.urgent() ? 1 : 0)
                    + ACK.size(ACKS, stamp.acks());
        }

        @Override
        void writeFields(CodedOutputStream out, Stamp stamp) throws IOException {
            EpochParts.EPOCH.write(out, EPOCH, stamp.epoch());
            Fields.writeSigned(out, COUNT, stamp.count());
            EpochParts.VIEW.write(out, VIEW, stamp.view());
            Fields.writeUnsigned(out, COMMITTED, stamp.committed() ? 1 : 0);
            Fields.writeUnsigned(out, URGENT, stamp.urgent() ? 1 : 0);
            ACK.write(out, ACKS, stamp.acks());
        }

        @Override
        Stamp readFields(CodedInputStream in) throws IOException {
            @Nullable Epoch epoch = null;
            long count = 0;
            @Nullable View view = null;
            boolean committed = false;
            boolean urgent = false;
            List<Stamp.Ack> acks = List.of();
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case EPOCH << SHIFT | DELIMITED -> epoch = EpochParts.EPOCH.read(in);
                    case COUNT << SHIFT | NUMBER -> count = in.readSInt64();
                    case VIEW << SHIFT | DELIMITED -> view = EpochParts.VIEW.read(in);
                    case COMMITTED << SHIFT | NUMBER -> committed = in.readBool();
                    case URGENT << SHIFT | NUMBER -> urgent = in.readBool();
                    case ACKS << SHIFT | DELIMITED -> acks = ACK.readInto(acks, in);
                    default -> Fields.skip(in, tag);
                }
            }
            return new Stamp(
                    EpochParts.required(epoch, "the epoch of a stamp"),
                    count,
                    EpochParts.required(view, "the view of a stamp"),
                    committed,
                    urgent,
                    acks);
        }
    }

    private static final class BeaconPart extends Part<Beacon> {

        private static final int STAMP_FIELD = 1;
        private static final int ROWS = 2;

        @Override
        int payload(Beacon beacon) {
            return STAMP.size(STAMP_FIELD, beacon.stamp()) + RowParts.ROW.size(ROWS, beacon.rows());
        }

        @Override
        void writeFields(CodedOutputStream out, Beacon beacon) throws IOException {
            STAMP.write(out, STAMP_FIELD, beacon.stamp());
            RowParts.ROW.write(out, ROWS, beacon.rows());
        }

        @Override
        Beacon readFields(CodedInputStream in) throws IOException {
            @Nullable Stamp stamp = null;
            List<Row> rows = List.of();
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case STAMP_FIELD << SHIFT | DELIMITED -> stamp = STAMP.read(in);
                    case ROWS << SHIFT | DELIMITED -> rows = RowParts.ROW.readInto(rows, in);
                    default -> Fields.skip(in, tag);
                }
            }
            for (int i = 1; i < rows.size(); i++) {
                EpochParts.checkRises(rows.get(i - 1).node(), rows.get(i).node());
            }
            return new Beacon(stamp, rows);
        }
    }
}
