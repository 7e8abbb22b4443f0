package io.meshlock.protocol.krl;

import io.meshlock.protocol.WireSize;
import java.util.List;

/**
 * The paper's triple (h1, h2, i), ordered lexicographically. Links point from the higher end to the lower; the node's
 * number makes the order total.
 */
public record Height(long h1, long h2, int id) implements Comparable<Height> {

    @Override
    public int compareTo(Height other) {
        if (h1 != other.h1) {
            return Long.compare(h1, other.h1);
        }
        return h2 != other.h2 ? Long.compare(h2, other.h2) : Integer.compare(id, other.id);
    }

    public boolean isBelow(Height other) {
        return compareTo(other) < 0;
    }

    /** The height of a node that receives a token from a node of this height, if it was higher before. */
    public Height oneDown(int node) {
        return new Height(h1, h2 - 1, node);
    }

    /** Just above a node of this height. */
    Height oneUp(int node) {
        return new Height(h1, h2 + 1, node);
    }

    /**
     * [KRL App. RaiseHeight l.1–3], the partial reversal of Gafni and Bertsekas: above the lowest level of the
     * neighbours, but below those that already rose as high. The same height if there are no neighbours.
     */
    public Height raisedAmong(List<Height> neighbours) {
        if (neighbours.isEmpty()) {
            return this;
        }
        long level = Long.MAX_VALUE;
        for (Height each : neighbours) {
            level = Math.min(level, each.h1 + 1);
        }
        long offset = Long.MAX_VALUE;
        for (Height each : neighbours) {
            if (each.h1 == level) {
                offset = Math.min(offset, each.h2 - 1);
            }
        }
        return new Height(level, offset == Long.MAX_VALUE ? h2 : offset, id);
    }

    /** [KRL App. LowerHeight l.1–3]: the same in the other direction. */
    public Height loweredAmong(List<Height> neighbours) {
        if (neighbours.isEmpty()) {
            return this;
        }
        long level = Long.MIN_VALUE;
        for (Height each : neighbours) {
            level = Math.max(level, each.h1 - 1);
        }
        long offset = Long.MIN_VALUE;
        for (Height each : neighbours) {
            if (each.h1 == level) {
                offset = Math.max(offset, each.h2 + 1);
            }
        }
        return new Height(level, offset == Long.MIN_VALUE ? h2 : offset, id);
    }

    /** The size on the wire, without the node's number, which the receiver knows. */
    public int bytes() {
        return WireSize.number(h1) + WireSize.number(h2);
    }

    @Override
    public String toString() {
        return "(" + h1 + "," + h2 + "," + id + ")";
    }
}
