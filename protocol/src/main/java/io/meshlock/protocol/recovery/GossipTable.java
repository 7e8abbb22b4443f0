package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Seat;
import io.meshlock.protocol.View;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The newest peer state of every other node, by ascending node number. */
final class GossipTable {

    /** How many peer states of non-members are kept. */
    static final int MAX_NON_MEMBERS = 64;

    /** One start of a node, and its latest word that was heard of. */
    private record Start(long incarnation, long serial) {

        Start(PeerState word) {
            this(word.incarnation(), word.serial());
        }

        boolean isBefore(PeerState word) {
            return incarnation != word.incarnation() ? incarnation < word.incarnation() : serial < word.serial();
        }
    }

    /**
     * A peer state, and when it arrived by this node's clock.
     *
     * @param disputed when a later word of the same seat turned up that knows less; {@link HolderLease#NEVER} if none did
     * @param forgiven such a later word was taken in the end, since nobody gave the seat up
     * @param newest the newest word of the node that was ever taken; mostly this one
     * @param earlier a word of an earlier start that was not taken; null if there was none
     */
    record Known(
            PeerState peerState,
            long heard,
            long disputed,
            boolean forgiven,
            Start newest,
            @Nullable Start earlier) {

        private Known(PeerState peerState, long heard) {
            this(peerState, heard, HolderLease.NEVER, false, new Start(peerState), null);
        }

        private boolean isDisputed() {
            return disputed != HolderLease.NEVER;
        }

        /**
         * The node says something later. A seat that was forgiven stays so, and a dispute of a moment ago goes on: of three
         * words each may know more than the next, in a circle, and would be news for ever.
         */
        private Known followedBy(PeerState later, long now, long disputesLast) {
            boolean same = later.seat() == peerState.seat();
            boolean goesOn = same && isDisputed() && now - disputed <= disputesLast;
            return followedBy(later, now, goesOn ? disputed : HolderLease.NEVER, forgiven && same);
        }

        private Known followedBy(PeerState later, long now, long nowDisputed, boolean nowForgiven) {
            Start latest = newest.isBefore(later) ? new Start(later) : newest;
            return new Known(later, now, nowDisputed, nowForgiven, latest, null);
        }

        /** A later word of the same seat knows less: keeps the one that knows more. */
        private Known disputedBy(PeerState knowsMore, long since) {
            return new Known(knowsMore, heard, since, forgiven, newest, earlier);
        }

        /** True if the node has written this after all that was heard of it, or seems to. */
        private boolean isFollowedBy(PeerState told, long now, long freshness) {
            if (told.incarnation() == peerState.incarnation()) {
                return told.serial() > peerState.serial();
            }
            return newest.isBefore(told) || (now - heard > freshness && isEarlierStartAlive(told));
        }

        /**
         * True if this is the second word of a start before the newest: somebody writes them. New disks are numbered by the
         * wall clock, which may have gone back; and a copy of a disk may have counted further than its original before it went.
         * A single word may be older than all others, and would take turns with them for ever.
         */
        private boolean isEarlierStartAlive(PeerState told) {
            return told.incarnation() < newest.incarnation()
                    && earlier != null
                    && earlier.incarnation() == told.incarnation()
                    && earlier.isBefore(told);
        }

        private boolean isNewEarlierStart(PeerState told) {
            boolean other = told.incarnation() != peerState.incarnation() && told.incarnation() < newest.incarnation();
            boolean heardAlready =
                    earlier != null && earlier.incarnation() == told.incarnation() && !earlier.isBefore(told);
            return other && !heardAlready;
        }

        private Known withEarlierStart(PeerState told) {
            return new Known(peerState, heard, disputed, forgiven, newest, new Start(told));
        }
    }

    /** The weight of a peer state whose node is probably gone. */
    private static final int GONE = -1;

    private final List<Known> peerStates = new ArrayList<>();
    private final long freshness;
    private boolean newDispute;

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
            if (contradicts(peerState, known)) {
                return dispute(at, peerState, now);
            }
            if (!known.isFollowedBy(peerState, now, freshness)) {
                if (known.isNewEarlierStart(peerState)) {
                    peerStates.set(at, known.withEarlierStart(peerState));
                }
                return false;
            }
            peerStates.set(at, known.followedBy(peerState, now, 2 * freshness));
            return true;
        }
        if (view.seat(peerState.node()) == null && !makeRoom(peerState, view, now)) {
            return false;
        }
        peerStates.add(-indexOf(peerState.node()) - 1, new Known(peerState, now));
        return true;
    }

    /**
     * True if one of the two words of a seat is later than the other and knows less: what a seat promises is on its disk
     * before anybody hears of it, so the disk was put back to an earlier state.
     */
    private static boolean contradicts(PeerState told, Known known) {
        PeerState before = known.peerState();
        if (told.seat() == Seat.NONE || told.seat() != before.seat()) {
            return false;
        }
        return told.isNewerThan(before) ? hasForgotten(told, before) : !known.forgiven && hasForgotten(before, told);
    }

    private static boolean hasForgotten(PeerState later, PeerState earlier) {
        return earlier.promised().isAfter(later.promised()) || earlier.seen().isAfter(later.seen());
    }

    /**
     * Keeps the word that knows more, so that it goes round and the seat's node hears of it, and gives up the seat. If it
     * does not do so within an election timeout, somebody may have lied, and the later word is taken.
     */
    private boolean dispute(int at, PeerState told, long now) {
        Known known = peerStates.get(at);
        boolean later = told.isNewerThan(known.peerState());
        if (later && known.isDisputed() && !isDisputed(known, now)) {
            peerStates.set(at, known.followedBy(told, now, HolderLease.NEVER, true));
            return true;
        }
        if (!known.isDisputed() || !later) {
            newDispute = true;
            long since = known.isDisputed() ? known.disputed() : now;
            peerStates.set(at, known.disputedBy(later ? known.peerState() : told, since));
        }
        return false;
    }

    /** True if the node that wrote this should hear of it: it has forgotten it since. */
    boolean isDisputed(Known known, long now) {
        return known.isDisputed() && now - known.disputed() <= freshness;
    }

    /** True if, since the last call, a node turned out to have forgotten what it promised: everybody has to hear of it. */
    boolean hasNewDispute() {
        boolean is = newDispute;
        newDispute = false;
        return is;
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
