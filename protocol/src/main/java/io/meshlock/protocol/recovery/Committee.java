package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Seat;
import io.meshlock.protocol.View;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The voters, as the token's holder looks after them: a few nodes by lot, an odd number. It seats one more or unseats
 * one, when a majority knows the view and would know the next one, so that majorities of successive views overlap.
 *
 * <p>A voter that is silent, leaves or was declared gone is replaced: another one is seated first. A second voter is
 * seated only when a third one is there to follow: two voters need both, and one is better than that.
 */
final class Committee {

    /** Up to this many voters are found without waiting for the best lots, and for a pool that is used once. */
    static final int FEW = 3;

    /** How long the holder collects offers before it takes the best, in beacon intervals. */
    private static final int COLLECT_BEACONS = 3;

    /** How long an even number of voters may last while nobody offers to be one more, in beacon intervals. */
    private static final int EVEN_BEACONS = 6;

    /** When a voter echoed something new, by this node's clock. */
    private record Echo(Seat seat, long count, long at) {}

    private final NodeContext context;
    private final List<Echo> echoes = new ArrayList<>();
    private View view = View.NONE;
    private long viewSince;

    Committee(NodeContext context) {
        this.context = context;
    }

    // ---- who is silent ----

    /** Notes who echoes; called before every heartbeat. While the pool is not in use nobody does. */
    void watch() {
        View newest = context.acceptor.view();
        if (!newest.equals(view)) {
            view = newest;
            viewSince = context.now;
        }
        boolean woken = context.now - context.holderLease.lastHeartbeat() > 4 * context.settings.beacon();
        List<Echo> before = List.copyOf(echoes);
        echoes.clear();
        for (Seat seat : newest.seats()) {
            echoes.add(echo(seat, woken ? List.of() : before));
        }
    }

    private Echo echo(Seat seat, List<Echo> before) {
        long count = echoed(seat);
        for (Echo echo : before) {
            if (echo.seat.equals(seat) && count <= echo.count) {
                return echo;
            }
        }
        return new Echo(seat, count, context.now);
    }

    private long echoed(Seat seat) {
        return isSelf(seat) ? Long.MAX_VALUE : context.echoes.count(seat, context.holderLease.epoch());
    }

    private boolean isSelf(Seat seat) {
        return seat.equals(context.self());
    }

    private boolean isSilent(Seat seat) {
        for (Echo echo : echoes) {
            if (echo.seat.equals(seat)) {
                return !isSelf(seat) && context.now - echo.at > 2 * context.settings.electionTimeout();
            }
        }
        return false;
    }

    private boolean isLeaving(Seat seat) {
        PeerState peerState = context.table.peerState(seat.node());
        return isSelf(seat)
                ? context.departures.contains(seat.node())
                : peerState != null && peerState.departures().contains(seat.node());
    }

    /** True if an operator said that this voter is gone for good. */
    private boolean isGone(Seat seat) {
        if (isSelf(seat)) {
            return false;
        }
        if (context.departures.contains(seat.node())) {
            return true;
        }
        for (GossipTable.Known known : context.table.all()) {
            PeerState peerState = known.peerState();
            if (peerState.node() != seat.node()
                    && peerState.departures().contains(seat.node())
                    && context.isFresh(known)) {
                return true;
            }
        }
        return false;
    }

    /** A voter that should be replaced: gone, leaving or silent, in this order; null if there is none. */
    private @Nullable Seat burden() {
        Seat worst = null;
        for (Seat seat : context.acceptor.view().seats()) {
            if (isGone(seat)) {
                return seat;
            }
            if (isLeaving(seat)) {
                worst = seat;
            } else if (worst == null && isSilent(seat)) {
                worst = seat;
            }
        }
        return worst;
    }

    // ---- offers ----

    /** True if somebody should offer to vote. */
    boolean seeks() {
        int voters = context.settings.voters();
        View present = context.acceptor.view();
        int size = present.seats().size();
        return voters > 0 && (isShort(size) || size % 2 == 0 || burden() != null);
    }

    /**
     * True if more should vote. A pool that nobody has used costs nothing; one that was used once has three voters, and
     * the others are found while it goes on. In any case what was begun is ended: an even number is short of one.
     */
    private boolean isShort(int size) {
        HolderLease lease = context.holderLease;
        boolean used = size < FEW ? lease.isInUse(context.now) : lease.isInSteadyUse(context.now);
        return size < context.settings.voters() && (used || size % 2 == 0);
    }

    /** True if offers are at hand that will change the view. */
    boolean isBusy() {
        int size = context.acceptor.view().seats().size();
        return isShort(size) && offered().size() >= (size % 2 == 0 ? 1 : 2);
    }

    /** Seats of nodes that do not vote yet, best first. */
    private List<Seat> offered() {
        if (context.offers.isEmpty()) {
            return List.of();
        }
        return context.offers.seats().stream()
                .filter(seat -> context.acceptor.view().seat(seat.node()) == null && !isLeaving(seat))
                .toList();
    }

    // ---- changes ----

    /** The next view, which differs by one seat; null if it stays as it is, or if too few would know the next one. */
    @Nullable
    View next() {
        View present = context.acceptor.view();
        List<Seat> seats = seats(present);
        return seats == null || !isHeardByMajority(seats) ? null : present.next(seats, present.size());
    }

    private @Nullable List<Seat> seats(View present) {
        int voters = context.settings.voters();
        int size = present.seats().size();
        Seat forgetful = forgetful(present);
        Seat burden = burden();
        if (forgetful != null) {
            return size == 1 ? null : present.without(forgetful);
        }
        if (burden != null && isGone(burden)) {
            return size == 1 ? null : present.without(burden);
        }
        if (voters == 0) {
            return null;
        }
        List<Seat> offered = offered();
        boolean collected = size < FEW || context.now - viewSince >= COLLECT_BEACONS * context.settings.beacon();
        boolean even = size % 2 == 0;
        if (size > voters || (even && burden != null)) {
            return present.without(burden != null ? burden : last(present));
        }
        boolean enough = !offered.isEmpty() && (even || burden != null || offered.size() > 1);
        if (enough && collected && (isShort(size) || burden != null)) {
            return present.with(offered.get(0));
        }
        boolean late = context.now - viewSince >= EVEN_BEACONS * context.settings.beacon();
        return even && late && offered.isEmpty() ? present.without(last(present)) : null;
    }

    /**
     * A voter whose node offers another seat: it has lost its memory. Offers are for this view, which lists the seat, so
     * the other one is later, whatever its number: the wall clock that numbers new disks may have gone back.
     */
    private @Nullable Seat forgetful(View present) {
        if (context.offers.isEmpty()) {
            return null;
        }
        for (Seat offered : context.offers.seats()) {
            Seat seat = present.seat(offered.node());
            if (seat != null && seat.number() != offered.number()) {
                return seat;
            }
        }
        return null;
    }

    /** The voter that is unseated if there are too many. */
    private Seat last(View present) {
        List<Seat> seats = present.seats();
        Seat last = seats.get(seats.size() - 1);
        return isSelf(last) ? seats.get(seats.size() - 2) : last;
    }

    /** True if a majority of these voters echoed a recent heartbeat: the next view will be committed soon. */
    private boolean isHeardByMajority(List<Seat> seats) {
        int heard = 0;
        for (Seat seat : seats) {
            heard += isSelf(seat) || context.holderLease.isRecent(echoed(seat)) ? 1 : 0;
        }
        return heard > seats.size() / 2;
    }
}
