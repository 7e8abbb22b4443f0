package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Incarnation;
import io.meshlock.protocol.View;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The newest peer state of every other node, by ascending node number. */
final class GossipTable {

    /** How many peer states of non-members are kept. */
    static final int MAX_NON_MEMBERS = 64;

    /** A peer state, and when it arrived by this node's clock. */
    record Known(PeerState peerState, long heard) {}

    /** The weight of a peer state whose node is probably gone. */
    private static final int GONE = -1;

    private final List<Known> peerStates = new ArrayList<>();
    private final long freshness;

    /** @param freshness for how long after its last word a node is taken to be alive */
    GossipTable(long freshness) {
        this.freshness = freshness;
    }

    /** All peer states. Callers must not change the list. */
    List<Known> all() {
        return peerStates;
    }

    @Nullable
    PeerState peerState(int node) {
        int at = indexOf(node);
        return at < 0 ? null : peerStates.get(at).peerState();
    }

    /** Takes in a peer state; false if it is not newer than the one known, or if there is no room for it. */
    boolean take(PeerState peerState, View view, long now) {
        int at = indexOf(peerState.node());
        if (at >= 0) {
            Known known = peerStates.get(at);
            if (!peerState.isNewerThan(known.peerState()) && !isOfAnEarlierDisk(peerState, known, now)) {
                return false;
            }
            peerStates.set(at, new Known(peerState, now));
            return true;
        }
        if (view.seat(peerState.node()) == null && !makeRoom(peerState, view, now)) {
            return false;
        }
        peerStates.add(-indexOf(peerState.node()) - 1, new Known(peerState, now));
        return true;
    }

    /**
     * True if the node has another disk, whose number is smaller, and was not heard of with the larger one for long: new
     * disks are numbered by the wall clock, which may have gone back.
     */
    private boolean isOfAnEarlierDisk(PeerState peerState, Known known, long now) {
        return Incarnation.disk(peerState.incarnation())
                        < Incarnation.disk(known.peerState().incarnation())
                && now - known.heard() > freshness;
    }

    /**
     * Makes room for a non-member. A full table drops the peer state that counts least, for one that counts more. It
     * never drops one for its equal: that would come back as news a moment later, and the two would go round for ever.
     */
    private boolean makeRoom(PeerState newcomer, View view, long now) {
        int nonMembers = 0;
        int least = 0;
        int lowest = Integer.MAX_VALUE;
        for (int i = 0; i < peerStates.size(); i++) {
            Known known = peerStates.get(i);
            if (view.seat(known.peerState().node()) == null) {
                nonMembers++;
                int weight = now - known.heard() > freshness ? GONE : weight(known.peerState());
                least = weight < lowest ? i : least;
                lowest = Math.min(lowest, weight);
            }
        }
        if (nonMembers < MAX_NON_MEMBERS) {
            return true;
        }
        boolean drops = lowest < weight(newcomer);
        if (drops) {
            peerStates.remove(least);
        }
        return drops;
    }

    /** How much it matters that the whole mesh hears of a peer state: a token, then grants and wishes, then the rest. */
    private static int weight(PeerState peerState) {
        Promise report = peerState.report();
        if (peerState.proposal() != null || (report != null && report.token() != null)) {
            return 2;
        }
        boolean says = !peerState.held().isEmpty() || !peerState.departures().isEmpty() || peerState.wish() != null;
        return says ? 1 : 0;
    }

    private int indexOf(int node) {
        int low = 0;
        int high = peerStates.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int found = peerStates.get(middle).peerState().node();
            if (found == node) {
                return middle;
            }
            if (found < node) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -low - 1;
    }
}
