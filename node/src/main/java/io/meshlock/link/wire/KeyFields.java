package io.meshlock.link.wire;

import static io.meshlock.link.wire.Fields.NUMBER;
import static io.meshlock.link.wire.Fields.SHIFT;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads and writes keys of waiting requests: {@code meshlock.wire.Key}. */
final class KeyFields {

    private static final int SCORE = 1;
    private static final int BIRTH = 2;
    private static final int NODE = 3;
    private static final int SERIAL = 4;
    private static final int PERMITS = 5;
    private static final int ONCE = 6;

    private static final Key[] NONE = {};

    private KeyFields() {}

    static int size(int field, Key key) {
        return Fields.sizeDelimited(field, payload(key));
    }

    static int size(int field, Keys keys) {
        int bytes = 0;
        for (int i = 0; i < keys.size(); i++) {
            bytes += size(field, keys.get(i));
        }
        return bytes;
    }

    static void write(CodedOutputStream out, int field, Key key) throws IOException {
        Fields.writeDelimited(out, field, payload(key));
        Fields.writeSigned(out, SCORE, key.score());
        Fields.writeSigned(out, BIRTH, key.birth());
        Fields.writeUnsigned(out, NODE, node(key));
        Fields.writeUnsigned(out, SERIAL, serial(key));
        Fields.writeUnsigned(out, PERMITS, Integer.toUnsignedLong(key.permits()));
        Fields.writeUnsigned(out, ONCE, key.once() ? 1 : 0);
    }

    static void write(CodedOutputStream out, int field, Keys keys) throws IOException {
        for (int i = 0; i < keys.size(); i++) {
            write(out, field, keys.get(i));
        }
    }

    private static int payload(Key key) {
        return Fields.sizeSigned(SCORE, key.score())
                + Fields.sizeSigned(BIRTH, key.birth())
                + Fields.sizeUnsigned(NODE, node(key))
                + Fields.sizeUnsigned(SERIAL, serial(key))
                + Fields.sizeUnsigned(PERMITS, Integer.toUnsignedLong(key.permits()))
                + Fields.sizeUnsigned(ONCE, key.once() ? 1 : 0);
    }

    private static long node(Key key) {
        return Integer.toUnsignedLong(key.node());
    }

    private static long serial(Key key) {
        return Integer.toUnsignedLong((int) key.request());
    }

    static Key read(CodedInputStream in) throws IOException {
        int outer = Fields.enter(in);
        long score = 0;
        long birth = 0;
        int node = 0;
        int serial = 0;
        int permits = 0;
        boolean once = false;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case SCORE << SHIFT | NUMBER -> score = in.readSInt64();
                case BIRTH << SHIFT | NUMBER -> birth = in.readSInt64();
                case NODE << SHIFT | NUMBER -> node = in.readUInt32();
                case SERIAL << SHIFT | NUMBER -> serial = in.readUInt32();
                case PERMITS << SHIFT | NUMBER -> permits = in.readUInt32();
                case ONCE << SHIFT | NUMBER -> once = in.readBool();
                default -> Fields.skip(in, tag);
            }
        }
        Fields.leave(in, outer);
        return new Key(score, birth, Key.requestNumber(node, serial), permits, once);
    }

    /** Adds a key to a list that is being read. */
    static List<Key> readInto(List<Key> keys, CodedInputStream in) throws IOException {
        Fields.checkElements(keys.size());
        List<Key> list = keys.isEmpty() ? new ArrayList<>(4) : keys;
        list.add(read(in));
        return list;
    }

    /** The keys that were read; they must be in order. */
    static Keys sorted(List<Key> keys) {
        return keys.isEmpty() ? Keys.EMPTY : Keys.ofSorted(keys.toArray(NONE));
    }
}
