package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.token.TokenLeaseCheck;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A node's own height, its neighbours in ascending order, and which way is down. */
final class Heights {

    private static final Neighbour[] NOBODY = new Neighbour[0];

    private final int node;
    private Height height;
    private Neighbour[] neighbours = NOBODY;

    // The neighbours' ids in an array of their own, because one is looked up for every message.
    private int[] ids;

    Heights(Setup setup) {
        node = setup.node();
        height = new Height(0, setup.distance());
        int[] peers = setup.links().peers();
        ids = peers.clone();
        neighbours = new Neighbour[peers.length];
        for (int i = 0; i < peers.length; i++) {
            neighbours[i] = new Neighbour(peers[i], new Height(0, setup.links().distances()[i]));
        }
    }

    Height height() {
        return height;
    }

    /** All neighbours, ascending. Callers must not change the array. */
    Neighbour[] neighbours() {
        return neighbours;
    }

    @Nullable
    Neighbour find(int id) {
        int at = indexOf(id);
        return at < 0 ? null : neighbours[at];
    }

    Neighbour add(int id) {
        int at = indexOf(id);
        if (at >= 0) {
            throw new IllegalStateException("the link to " + id + " is up already");
        }
        Neighbour added = new Neighbour(id, null);
        Neighbour[] more = new Neighbour[neighbours.length + 1];
        int to = -at - 1;
        System.arraycopy(neighbours, 0, more, 0, to);
        more[to] = added;
        System.arraycopy(neighbours, to, more, to + 1, neighbours.length - to);
        become(more);
        return added;
    }

    @Nullable
    Neighbour remove(int id) {
        int at = indexOf(id);
        if (at < 0) {
            return null;
        }
        Neighbour removed = neighbours[at];
        Neighbour[] fewer = Arrays.copyOf(neighbours, neighbours.length - 1);
        System.arraycopy(neighbours, at + 1, fewer, at, fewer.length - at);
        become(fewer);
        return removed;
    }

    private void become(Neighbour[] others) {
        neighbours = others;
        ids = new int[others.length];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = others[i].id;
        }
    }

    /** True if the neighbour is known to be lower than this node. */
    boolean isDown(Neighbour neighbour) {
        Height its = neighbour.height;
        return its != null && its.isBelow(neighbour.id, height, node);
    }

    /** True if the neighbour is known to be higher than this node. */
    boolean isUp(Neighbour neighbour) {
        Height its = neighbour.height;
        return its != null && height.isBelow(node, its, neighbour.id);
    }

    /** The lowest neighbour that is lower than this node and stays, if any. */
    @Nullable
    Neighbour lowest() {
        Neighbour lowest = null;
        for (Neighbour neighbour : neighbours) {
            Height its = neighbour.height;
            if (its == null || neighbour.leaving || !its.isBelow(neighbour.id, height, node)) {
                continue;
            }
            Height best = lowest == null ? null : lowest.height;
            if (lowest == null || best == null || its.isBelow(neighbour.id, best, lowest.id)) {
                lowest = neighbour;
            }
        }
        return lowest;
    }

    /** A neighbour that stays, whose height is known, and that may have the token, if any. */
    @Nullable
    Neighbour anyNeighbour(TokenLeaseCheck leaseCheck) {
        for (Neighbour neighbour : neighbours) {
            if (neighbour.height != null && !neighbour.leaving && leaseCheck.mayMoveTo(neighbour.id)) {
                return neighbour;
            }
        }
        return null;
    }

    /** True if all neighbours have acknowledged all custody messages. */
    boolean hasEverythingArrived() {
        for (Neighbour neighbour : neighbours) {
            if (!neighbour.unseen().isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** Drops all registrations of neighbours. */
    void forgetEntries() {
        for (Neighbour neighbour : neighbours) {
            neighbour.entry = Keys.EMPTY;
        }
    }

    /** Lowers this node if {@code to} lies below its height. */
    void lower(Height to) {
        if (to.isBelow(node, height, node)) {
            height = to;
        }
    }

    /** Assumes that a neighbour that is about to get the token is below this node. */
    void expectBelow(Neighbour neighbour) {
        Height below = height.oneDown();
        Height its = neighbour.height;
        if (its == null || below.isBelow(neighbour.id, its, neighbour.id)) {
            neighbour.height = below;
        }
    }

    /**
     * Partial reversal of Gafni and Bertsekas: rises above the lowest neighbours, but stays below those that already
     * rose as high. Registrations of neighbours that are now lower are void: these neighbours register elsewhere.
     */
    void raise() {
        long lowestLevel = Long.MAX_VALUE;
        for (Neighbour neighbour : neighbours) {
            if (neighbour.height != null && !neighbour.leaving) {
                lowestLevel = Math.min(lowestLevel, neighbour.height.level());
            }
        }
        long level = lowestLevel + 1;
        long offset = height.offset();
        boolean first = true;
        for (Neighbour neighbour : neighbours) {
            Height its = neighbour.height;
            if (its != null && its.level() == level && (first || its.offset() - 1 < offset)) {
                offset = its.offset() - 1;
                first = false;
            }
        }
        height = new Height(level, offset);
        for (Neighbour neighbour : neighbours) {
            if (isDown(neighbour)) {
                neighbour.entry = Keys.EMPTY;
            }
        }
    }

    private int indexOf(int id) {
        return Arrays.binarySearch(ids, id);
    }
}
