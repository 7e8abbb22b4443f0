package io.meshlock.simulator.explore;

import java.util.Arrays;

/** A growing array of bytes. Numbers are written with a variable length. */
final class ByteSink {

    private byte[] bytes = new byte[256];
    private int size;

    void clear() {
        size = 0;
    }

    byte[] bytes() {
        return bytes;
    }

    int size() {
        return size;
    }

    void put(int value) {
        if (size == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * size);
        }
        bytes[size++] = (byte) value;
    }

    /** Seven bits per byte, signs folded in. */
    void putNumber(long value) {
        long rest = (value << 1) ^ (value >> (Long.SIZE - 1));
        while ((rest & ~0x7FL) != 0) {
            put((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        put((int) rest);
    }
}
