package io.meshlock.simulator.explore;

/** Reads what a {@link ByteSink} wrote. */
final class ByteSource {

    private final byte[] bytes;
    private int at;

    ByteSource(byte[] bytes) {
        this.bytes = bytes;
    }

    int get() {
        return bytes[at++];
    }

    long getNumber() {
        long folded = 0;
        int shift = 0;
        byte next;
        do {
            next = bytes[at++];
            folded |= (long) (next & 0x7F) << shift;
            shift += 7;
        } while (next < 0);
        return (folded >>> 1) ^ -(folded & 1);
    }

    int getInt() {
        return (int) getNumber();
    }
}
