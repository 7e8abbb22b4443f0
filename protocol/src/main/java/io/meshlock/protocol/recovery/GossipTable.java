package io.meshlock.protocol.recovery;

import io.meshlock.protocol.View;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The newest peer state of every other node, by ascending node number. */
final class GossipTable {

    /** How many peer states of non-members are kept. Beyond that, the one heard of longest ago is dropped. */
    static final int MAX_NON_MEMBERS = 64;

    /** A peer state, and when it arrived by this node's clock. */
    record Known(PeerState peerState, long heard) {}

    private final ClockDrift drift;
    private final List<Known> peerStates = new ArrayList<>();

    GossipTable(ClockDrift drift) {
        this.drift = drift;
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

    /** Takes in a peer state; false if it is not newer than the one known. */
    boolean take(PeerState peerState, View view, long now) {
        int at = indexOf(peerState.node());
        if (at >= 0) {
            if (!peerState.isNewerThan(peerStates.get(at).peerState())) {
                return false;
            }
            peerStates.set(at, new Known(peerState, now));
            return true;
        }
        peerStates.add(-at - 1, new Known(peerState, now));
        if (view.seat(peerState.node()) == null) {
            forgetNonMembers(view);
        }
        return true;
    }

    private void forgetNonMembers(View view) {
        int nonMembers = 0;
        int oldest = -1;
        for (int i = 0; i < peerStates.size(); i++) {
            Known known = peerStates.get(i);
            if (view.seat(known.peerState().node()) == null) {
                nonMembers++;
                oldest = oldest < 0 || known.heard() < peerStates.get(oldest).heard() ? i : oldest;
            }
        }
        if (nonMembers > MAX_NON_MEMBERS) {
            peerStates.remove(oldest);
        }
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
