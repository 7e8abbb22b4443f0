package io.meshlock.link.wire;

import static io.meshlock.link.wire.Fields.DELIMITED;
import static io.meshlock.link.wire.Fields.NUMBER;
import static io.meshlock.link.wire.Fields.SHIFT;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.View;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes epochs, views and pool sizes. */
final class EpochParts {

    static final Part<Epoch> EPOCH = new EpochPart();
    static final Part<View> VIEW = new ViewPart(null);
    static final Part<PoolSize> SIZE = new SizePart();

    static final Part<Seat> SEAT = new SeatPart();

    private EpochParts() {}

    /** A view in a message that has this epoch: most views are of the same, which is then left out. */
    static Part<View> viewIn(@Nullable Epoch epoch) {
        return new ViewPart(epoch);
    }

    /** Throws if a required field is missing. */
    static <T> T required(@Nullable T value, String what) throws MalformedFrameException {
        if (value == null) {
            throw Fields.missing(what);
        }
        return value;
    }

    static int readNode(CodedInputStream in) throws IOException {
        int node = in.readUInt32();
        if (node < 0) {
            throw new MalformedFrameException("node " + node + " is none");
        }
        return node;
    }

    /** Throws unless the node numbers of a list ascend. */
    static void checkRises(int before, int next) throws MalformedFrameException {
        if (Integer.compare(before, next) >= 0) {
            throw new MalformedFrameException("node " + next + " after node " + before);
        }
    }

    private static final class EpochPart extends Part<Epoch> {

        private static final int ROUND = 1;
        private static final int MAKER = 2;
        private static final int INCARNATION = 3;

        @Override
        int payload(Epoch epoch) {
            return Fields.sizeSigned(ROUND, epoch.round())
                    + Fields.sizeSigned(MAKER, epoch.maker())
                    + Fields.sizeUnsigned(INCARNATION, epoch.incarnation());
        }

        @Override
        void writeFields(CodedOutputStream out, Epoch epoch) throws IOException {
            Fields.writeSigned(out, ROUND, epoch.round());
            Fields.writeSigned(out, MAKER, epoch.maker());
            Fields.writeUnsigned(out, INCARNATION, epoch.incarnation());
        }

        @Override
        Epoch readFields(CodedInputStream in) throws IOException {
            int round = 0;
            int maker = 0;
            long incarnation = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case ROUND << SHIFT | NUMBER -> round = in.readSInt32();
                    case MAKER << SHIFT | NUMBER -> maker = in.readSInt32();
                    case INCARNATION << SHIFT | NUMBER -> incarnation = in.readUInt64();
                    default -> Fields.skip(in, tag);
                }
            }
            return new Epoch(round, maker, incarnation);
        }
    }

    /** Numbers of seats begin with −1 for none; they are written one higher. */
    static int sizeSeat(int field, long number) {
        return Fields.sizeUnsigned(field, number + 1);
    }

    static void writeSeat(CodedOutputStream out, int field, long number) throws IOException {
        Fields.writeUnsigned(out, field, number + 1);
    }

    static long readSeat(CodedInputStream in) throws IOException {
        return seat(in.readUInt64());
    }

    private static long seat(long written) throws MalformedFrameException {
        long number = written - 1;
        if (number < Seat.NONE) {
            throw new MalformedFrameException("seat " + number + " is none");
        }
        return number;
    }

    private static final class SeatPart extends Part<Seat> {

        private static final int NODE = 1;
        private static final int SEAT_NUMBER = 2;

        @Override
        int payload(Seat seat) {
            return Fields.sizeUnsigned(NODE, seat.node()) + sizeSeat(SEAT_NUMBER, seat.number());
        }

        @Override
        void writeFields(CodedOutputStream out, Seat seat) throws IOException {
            Fields.writeUnsigned(out, NODE, seat.node());
            writeSeat(out, SEAT_NUMBER, seat.number());
        }

        @Override
        Seat readFields(CodedInputStream in) throws IOException {
            int node = 0;
            long number = Seat.NONE;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case NODE << SHIFT | NUMBER -> node = readNode(in);
                    case SEAT_NUMBER << SHIFT | NUMBER -> number = readSeat(in);
                    default -> Fields.skip(in, tag);
                }
            }
            return new Seat(node, number);
        }
    }

    private static final class ViewPart extends Part<View> {

        private static final int EPOCH_FIELD = 1;
        private static final int VERSION = 2;
        private static final int NODES = 3;
        private static final int SIZE_FIELD = 4;
        private static final int SEATS = 5;

        private final @Nullable Epoch outer;

        ViewPart(@Nullable Epoch outer) {
            this.outer = outer;
        }

        private @Nullable Epoch told(View view) {
            return view.epoch().equals(outer) ? null : view.epoch();
        }

        @Override
        int payload(View view) {
            return EPOCH.size(EPOCH_FIELD, told(view))
                    + Fields.sizeUnsigned(VERSION, view.version())
                    + sizePacked(NODES, nodeBytes(view))
                    + SIZE.size(SIZE_FIELD, view.size())
                    + sizePacked(SEATS, seatBytes(view));
        }

        private static int sizePacked(int field, int bytes) {
            return bytes == 0 ? 0 : Fields.sizeDelimited(field, bytes);
        }

        @Override
        void writeFields(CodedOutputStream out, View view) throws IOException {
            EPOCH.write(out, EPOCH_FIELD, told(view));
            Fields.writeUnsigned(out, VERSION, view.version());
            List<Seat> seats = view.seats();
            if (!seats.isEmpty()) {
                Fields.writeDelimited(out, NODES, nodeBytes(view));
                for (int i = 0; i < seats.size(); i++) {
                    out.writeUInt32NoTag(seats.get(i).node());
                }
            }
            SIZE.write(out, SIZE_FIELD, view.size());
            if (!seats.isEmpty()) {
                Fields.writeDelimited(out, SEATS, seatBytes(view));
                for (int i = 0; i < seats.size(); i++) {
                    out.writeUInt64NoTag(seats.get(i).number() + 1);
                }
            }
        }

        // Loops over indices: every beacon has a view, and makes no garbage for it.

        private static int nodeBytes(View view) {
            int bytes = 0;
            for (int i = 0; i < view.seats().size(); i++) {
                bytes += CodedOutputStream.computeUInt32SizeNoTag(
                        view.seats().get(i).node());
            }
            return bytes;
        }

        private static int seatBytes(View view) {
            int bytes = 0;
            for (int i = 0; i < view.seats().size(); i++) {
                bytes += CodedOutputStream.computeUInt64SizeNoTag(
                        view.seats().get(i).number() + 1);
            }
            return bytes;
        }

        private static List<Seat> seats(List<Integer> nodes, List<Long> numbers) throws MalformedFrameException {
            if (nodes.size() != numbers.size()) {
                throw new MalformedFrameException(nodes.size() + " voters with " + numbers.size() + " seats");
            }
            List<Seat> seats = new ArrayList<>(nodes.size());
            for (int i = 0; i < nodes.size(); i++) {
                if (i > 0) {
                    checkRises(nodes.get(i - 1), nodes.get(i));
                }
                seats.add(new Seat(nodes.get(i), seat(numbers.get(i))));
            }
            return seats;
        }

        @Override
        View readFields(CodedInputStream in) throws IOException {
            @Nullable Epoch epoch = outer;
            int version = 0;
            List<Integer> nodes = List.of();
            List<Long> numbers = List.of();
            @Nullable PoolSize size = null;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case EPOCH_FIELD << SHIFT | DELIMITED -> epoch = EPOCH.read(in);
                    case VERSION << SHIFT | NUMBER -> version = in.readUInt32();
                    case NODES << SHIFT | DELIMITED -> nodes = Numbers.readNodes(in);
                    case SEATS << SHIFT | DELIMITED -> numbers = Numbers.readList(in);
                    case SIZE_FIELD << SHIFT | DELIMITED -> size = SIZE.read(in);
                    default -> Fields.skip(in, tag);
                }
            }
            if (version < 0) {
                throw new MalformedFrameException("version " + version + " of a view is none");
            }
            return new View(
                    required(epoch, "the epoch of a view"),
                    version,
                    seats(nodes, numbers),
                    required(size, "the size of a view"));
        }
    }

    private static final class SizePart extends Part<PoolSize> {

        private static final int PERMITS = 1;
        private static final int VERSION = 2;
        private static final int NODE = 3;

        @Override
        int payload(PoolSize size) {
            return Fields.sizeUnsigned(PERMITS, size.permits())
                    + Fields.sizeUnsigned(VERSION, size.version())
                    + Fields.sizeUnsigned(NODE, Integer.toUnsignedLong(size.node()));
        }

        @Override
        void writeFields(CodedOutputStream out, PoolSize size) throws IOException {
            Fields.writeUnsigned(out, PERMITS, size.permits());
            Fields.writeUnsigned(out, VERSION, size.version());
            Fields.writeUnsigned(out, NODE, Integer.toUnsignedLong(size.node()));
        }

        @Override
        PoolSize readFields(CodedInputStream in) throws IOException {
            int permits = 0;
            long version = 0;
            int node = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case PERMITS << SHIFT | NUMBER -> permits = in.readUInt32();
                    case VERSION << SHIFT | NUMBER -> version = in.readUInt64();
                    case NODE << SHIFT | NUMBER -> node = in.readUInt32();
                    default -> Fields.skip(in, tag);
                }
            }
            if (permits < 1 || version < 0) {
                throw new MalformedFrameException("a pool of " + permits + " permits, version " + version);
            }
            return new PoolSize(permits, version, node);
        }
    }
}
