package io.meshlock.simulator;

import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Incarnation;
import io.meshlock.protocol.recovery.PeerState;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The durable state of all nodes, which survives crashes. */
final class Disks {

    /** More disks than any run has. */
    private static final long FAR_AHEAD = 1_000_000;

    private final DurableState[] kept;
    private final @Nullable DurableState[] copies;
    /** The incarnations of nodes without recovery: how often they lost their memory, or a larger number others know. */
    private final int[] incarnations;

    private long lastDisk;
    private long disksAhead;
    private boolean isClockAhead;

    /** Starts count on by a random step, so two starts from one memory have different incarnations. */
    private static final long STEP = 1_000;

    private long restored;

    /**
     * @param nodes the nodes that are there from the start
     * @param hosts the nodes and their twins
     * @param used false if nodes keep nothing but their incarnation; then no memory is spent on more
     */
    Disks(InitialTokens initialTokens, int nodes, int hosts, boolean used) {
        kept = new DurableState[used ? hosts : 0];
        copies = new DurableState[kept.length];
        incarnations = new int[hosts];
        if (used) {
            Arrays.setAll(kept, host -> host < nodes ? initialTokens.durable(host) : DurableState.fresh(0));
        }
    }

    void keep(int node, DurableState durable) {
        kept[node] = durable;
    }

    /** Makes a copy of a node's disk. */
    void backUp(int node) {
        copies[node] = kept[node];
    }

    /**
     * Puts the latest copy in the place of a node's disk, if there is one. Returns true if the disk's seat has forgotten
     * something by that which it had promised or seen.
     */
    boolean restore(int node) {
        DurableState copy = copies[node];
        if (copy == null) {
            return false;
        }
        DurableState before = kept[node];
        long incarnation = copy.incarnation() + STEP * ++restored;
        kept[node] = new DurableState(incarnation, copy.seat(), copy.promised(), copy.seen(), copy.view());
        return copy.isSeated()
                && (before.promised().isAfter(copy.promised()) || before.seen().isAfter(copy.seen()));
    }

    /** True if this word of the host's seat tells of something that the host's disk does not. */
    boolean hasForgotten(int host, PeerState told) {
        DurableState disk = kept[host];
        return told.seat() == disk.seat()
                && (told.promised().isAfter(disk.promised()) || told.seen().isAfter(disk.seen()));
    }

    /** Another host has a copy of a node's disk: the latest one that was made, or the disk as it is. */
    void copyTo(int host, int node) {
        DurableState copy = copies[node];
        copies[host] = copy == null ? kept[node] : copy;
        restore(host);
    }

    /** True if the host's disk has this seat. */
    boolean hasSeat(int host, long seat) {
        return kept[host].isSeated() && kept[host].seat() == seat;
    }

    /** The number of the seat on the host's disk. */
    long seat(int host) {
        return kept[host].seat();
    }

    /** The node's next incarnation is to be larger than this. */
    void remember(int node, int incarnation) {
        incarnations[node] = Math.max(incarnations[node], incarnation);
    }

    /** A node lost its memory; returns its new incarnation. */
    int nextIncarnation(int node) {
        return ++incarnations[node];
    }

    /** A node starts again; returns what it finds on its disk: nothing, unless it has a seat. */
    DurableState restart(int node, boolean lost) {
        kept[node] = lost || !kept[node].isSeated()
                ? DurableState.fresh(Incarnation.first(nextDisk()))
                : kept[node].restarted();
        return kept[node];
    }

    /** New disks are numbered by the wall clock: the next one by a clock that is wrong. */
    void setClockAhead() {
        isClockAhead = true;
    }

    private long nextDisk() {
        boolean ahead = isClockAhead;
        isClockAhead = false;
        return ahead ? FAR_AHEAD + ++disksAhead : ++lastDisk;
    }
}
