package io.meshlock.simulator.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Numbers distinct strings of bytes 0, 1, 2… in the order in which they first came. */
final class Interner {

    private static final int FREE = -1;

    private final List<byte[]> codes = new ArrayList<>();
    private int[] table = new int[1 << 10];
    private long bytes;

    Interner() {
        Arrays.fill(table, FREE);
    }

    int size() {
        return codes.size();
    }

    /** How many bytes the strings take. */
    long bytes() {
        return bytes;
    }

    byte[] get(int id) {
        return codes.get(id);
    }

    /** The number of the sink's contents. */
    int intern(ByteSink sink) {
        int at = find(sink.bytes(), sink.size());
        if (table[at] != FREE) {
            return table[at];
        }
        int id = codes.size();
        codes.add(Arrays.copyOf(sink.bytes(), sink.size()));
        bytes += sink.size();
        table[at] = id;
        if (codes.size() * 2 > table.length) {
            grow();
        }
        return id;
    }

    private int find(byte[] code, int length) {
        int mask = table.length - 1;
        int at = hash(code, length) & mask;
        while (table[at] != FREE) {
            byte[] known = codes.get(table[at]);
            if (known.length == length && Arrays.equals(known, 0, length, code, 0, length)) {
                return at;
            }
            at = (at + 1) & mask;
        }
        return at;
    }

    private void grow() {
        table = new int[2 * table.length];
        Arrays.fill(table, FREE);
        for (int id = 0; id < codes.size(); id++) {
            byte[] code = codes.get(id);
            table[find(code, code.length)] = id;
        }
    }

    private static int hash(byte[] code, int length) {
        long hash = length;
        for (int i = 0; i < length; i++) {
            hash = (hash ^ code[i]) * 0x9E3779B97F4A7C15L;
        }
        return (int) (hash ^ hash >>> 32);
    }
}
