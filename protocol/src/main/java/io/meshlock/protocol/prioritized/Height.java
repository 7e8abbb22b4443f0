package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.WireSize;

/**
 * A node's height (level, offset); the node's number breaks ties, so heights are totally ordered and links point
 * downhill.
 *
 * @param level h1 of the papers
 * @param offset h2 of the papers
 */
public record Height(long level, long offset) {

    /** The height of a bootstrap node. */
    static final Height GROUND = new Height(0, 0);

    /** True if a node {@code a} of this height lies below a node {@code b} of the other height. */
    boolean isBelow(int a, Height other, int b) {
        if (level != other.level) {
            return level < other.level;
        }
        return offset != other.offset ? offset < other.offset : a < b;
    }

    /** One step down: the height of a token's receiver, relative to its sender. */
    Height oneDown() {
        return new Height(level, offset - 1);
    }

    Height up(int steps) {
        return new Height(level, offset + steps);
    }

    int bytes() {
        return WireSize.number(level) + WireSize.number(offset);
    }

    @Override
    public String toString() {
        return "(" + level + "," + offset + ")";
    }
}
