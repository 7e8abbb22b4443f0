package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Seat;
import io.meshlock.protocol.View;
import java.util.ArrayList;
import java.util.List;

/**
 * The best offers to vote that this node knows, for the newest view. They go round with beacons; who knows two better
 * ones makes none. So O(1) offers go round, however many nodes there are, and the seats are a sample of all by lot.
 */
final class Offers {

    /** How many offers go round for a view. */
    private static final int MOST = 2;

    /** After so many beacon intervals an offer is forgotten. */
    private static final int LIFE_BEACONS = 6;

    /** After half of that its node repeats it. */
    private static final int REPEAT_BEACONS = 3;

    /** How finely lots are told apart by time. */
    private static final int TURN_BITS = 10;

    /** An offer, and when it was made at the latest, by this node's clock. */
    private record Known(Offer offer, long made) {}

    private final RecoverySettings settings;
    private final List<Known> best = new ArrayList<>(MOST);
    private View view = View.NONE;
    private long since;

    Offers(RecoverySettings settings) {
        this.settings = settings;
    }

    /** Offers for another view are void. */
    void follow(View newest, long now) {
        if (!newest.epoch().equals(view.epoch()) || newest.version() != view.version()) {
            view = newest;
            since = now;
            best.clear();
        }
        if (!best.isEmpty()) { // every step asks, and mostly nobody has offered anything
            best.removeIf(known -> now - known.made >= LIFE_BEACONS * settings.beacon());
        }
    }

    /** Takes in an offer; true if it is news. */
    boolean hear(Offer offer, long now) {
        boolean good = offer.epoch().equals(view.epoch()) && offer.version() == view.version();
        if (!good || offer.age() >= LIFE_BEACONS * settings.beacon()) {
            return false;
        }
        return take(new Known(offer, now - offer.age()));
    }

    /** A node has one offer: the seat with the larger number is the later one, and the other is lost. */
    private boolean take(Known news) {
        for (int i = 0; i < best.size(); i++) {
            Known known = best.get(i);
            if (known.offer.seat().node() == news.offer.seat().node()) {
                long later = news.offer.seat().number() - known.offer.seat().number();
                boolean repeated = later == 0 && news.made - known.made >= settings.beacon();
                if (later > 0 || repeated) {
                    best.set(i, news);
                }
                return later > 0 || repeated;
            }
        }
        best.add(news);
        best.sort((a, b) -> Long.compare(a.offer.lot(), b.offer.lot()));
        return best.size() <= MOST || !best.remove(MOST).equals(news);
    }

    /** When a node may make its offer: the smaller its lot, the sooner. The first three voters are found at once. */
    private long turn(int node) {
        boolean few = view.seats().size() < Committee.FEW;
        long steps = Offer.lot(node, view.epoch(), view.version()) >>> (Integer.SIZE - TURN_BITS);
        long most = 2 * settings.beacon();
        long whole = (most >>> TURN_BITS) * steps;
        long rest = (most & ((1L << TURN_BITS) - 1)) * steps;
        long wait = few ? 0 : whole + (rest >>> TURN_BITS); // most * lot, without overflow
        return since + wait;
    }

    /** True if this node should make or repeat its offer now: fewer than two better ones are known. */
    boolean isWanted(int node, long now) {
        if (now < turn(node)) {
            return false;
        }
        long lot = Offer.lot(node, view.epoch(), view.version());
        int better = 0;
        for (Known known : best) {
            if (known.offer.seat().node() == node) {
                return now - known.made >= REPEAT_BEACONS * settings.beacon();
            }
            better += known.offer.lot() < lot ? 1 : 0;
        }
        return better < MOST;
    }

    /**
     * When {@link #isWanted} may become true, later than now; {@link Long#MAX_VALUE} if only others' news can change
     * it. An offer that is over already changes nothing by itself: an alarm for it would ring for ever.
     */
    long due(int node, long now) {
        long turn = turn(node);
        if (now < turn) {
            return turn;
        }
        long next = Long.MAX_VALUE;
        for (Known known : best) {
            int beacons = known.offer.seat().node() == node ? REPEAT_BEACONS : LIFE_BEACONS;
            long at = known.made + beacons * settings.beacon();
            next = at > now ? Math.min(next, at) : next;
        }
        return next;
    }

    /** This node offers a seat for the newest view. */
    void make(Seat seat, long now) {
        best.removeIf(known -> known.offer.seat().node() == seat.node());
        take(new Known(new Offer(seat, view.epoch(), view.version(), 0), now));
    }

    /** The best offers as a beacon tells them. */
    List<Offer> best(long now) {
        List<Offer> told = new ArrayList<>(best.size());
        for (Known known : best) {
            Offer offer = known.offer;
            told.add(new Offer(offer.seat(), offer.epoch(), offer.version(), Math.max(0, now - known.made)));
        }
        return told;
    }

    /** The seats offered for the newest view, best first. */
    List<Seat> seats() {
        return best.stream().map(known -> known.offer.seat()).toList();
    }

    /** True if this seat is among the best offers. */
    boolean lists(Seat seat) {
        for (Known known : best) {
            if (known.offer.seat().equals(seat)) {
                return true;
            }
        }
        return false;
    }

    boolean isEmpty() {
        return best.isEmpty();
    }
}
