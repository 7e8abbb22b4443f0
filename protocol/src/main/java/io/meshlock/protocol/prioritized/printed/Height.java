package io.meshlock.protocol.prioritized.printed;

/**
 * The paper's triplet (h1, h2, i). Links point from the higher end to the lower; the order is lexicographic and total.
 */
record Height(int h1, int h2, int id) implements Comparable<Height> {

    @Override
    public int compareTo(Height other) {
        if (h1 != other.h1) {
            return Integer.compare(h1, other.h1);
        }
        return h2 != other.h2 ? Integer.compare(h2, other.h2) : Integer.compare(id, other.id);
    }

    boolean isBelow(Height other) {
        return compareTo(other) < 0;
    }

    @Override
    public String toString() {
        return "(" + h1 + "," + h2 + "," + id + ")";
    }
}
