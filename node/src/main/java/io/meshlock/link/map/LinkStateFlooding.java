package io.meshlock.link.map;

import io.meshlock.link.wire.LinkStateAdvert;
import io.meshlock.link.wire.LinkStateAdverts;
import io.meshlock.link.wire.PoolReport;
import io.meshlock.spi.Link;
import io.meshlock.spi.LinkCounter;
import io.meshlock.spi.LinkCounters;
import io.meshlock.spi.Peer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a node's {@link LinkStateDatabase}: says who its neighbours are, and passes on what others say of themselves.
 *
 * <p>A neighbour is sent what it may not have, in turns that are {@link #TURN_MILLIS} apart. What is replaced before its turn
 * comes is never sent, and nothing is sent on a congested link, so that news never piles up.
 */
public final class LinkStateFlooding implements LinkStateReceiver {

    /** Time between two turns of passing on. */
    static final long TURN_MILLIS = 20;

    /** The most adverts that a link carries per turn. */
    static final int MOST_PER_TURN = 128;

    /** Changes of this node's links are told at least so far apart; see {@link FloodThrottle}. */
    static final long FIRST_GAP_MILLIS = 100;

    static final long LONGEST_GAP_MILLIS = 5_000;

    /** A node says the same again after so long, in case that somebody had no room for it. */
    static final long REPEAT_MILLIS = 30_000;

    /** A node that no way led to for so long is forgotten. */
    static final long FORGET_MILLIS = 60_000;

    static final long HOUSEKEEPING_MILLIS = 5_000;

    /** Whoever looks at the map is told about pools for so long. */
    static final long INTEREST_MILLIS = 10_000;

    /** Time between reports about pools: a second, and longer in a mesh of more than a hundred nodes. */
    static final long REPORT_MILLIS = 1_000;

    private static final int REPORTS_PER_SECOND = 100;

    private final Peer self;
    private final Scheduler scheduler;
    private final LongSupplier clock;
    private final Supplier<List<PoolReport>> reports;
    private final LinkCounters counters;
    private final LinkStateDatabase database;
    private final FloodThrottle throttle;
    private final Map<Integer, Side> sides = new TreeMap<>();
    private final Map<Integer, Long> outOfReachSince = new HashMap<>();
    private LinkStateAdvert own;
    private long saidAt;
    private long turnAt;
    private long interestedUntil;
    private boolean turnIsDue;
    private boolean changeIsDue;
    private boolean reporting;

    /** One neighbour, and the nodes about whom it may not know what is known here. */
    private record Side(Link link, Set<Integer> unsent) {}

    /**
     * @param clock counts milliseconds, never backwards
     * @param reports how this node's pools do
     */
    public LinkStateFlooding(
            Peer self,
            Scheduler scheduler,
            LongSupplier clock,
            Supplier<List<PoolReport>> reports,
            LinkCounters counters) {
        this.self = self;
        this.scheduler = scheduler;
        this.clock = clock;
        this.reports = reports;
        this.counters = counters;
        long now = clock.getAsLong();
        throttle = new FloodThrottle(FIRST_GAP_MILLIS, LONGEST_GAP_MILLIS, now);
        saidAt = now;
        turnAt = now - TURN_MILLIS;
        interestedUntil = now;
        database = new LinkStateDatabase(self.number());
        own = new LinkStateAdvert(self.number(), self.name(), self.incarnation(), 1, List.of(), false, List.of());
        database.learn(own);
    }

    /** Begins to look after the map. */
    public void start() {
        scheduler.after(HOUSEKEEPING_MILLIS, this::keepHouse);
    }

    /** What is known. */
    public LinkStateDatabase database() {
        return database;
    }

    @Override
    public int next(int node) {
        return database.routes().next(node);
    }

    /** Somebody looks at the map: for a while, all nodes report how their pools do. */
    public synchronized void interest() {
        interestedUntil = clock.getAsLong() + INTEREST_MILLIS;
        report();
    }

    // ---- neighbours -------------------------------------------------------------------------------------------------

    @Override
    public synchronized void linkUp(Link link) {
        sides.put(
                link.peer().number(),
                new Side(link, new LinkedHashSet<>(database.adverts().keySet())));
        linksChanged();
        passOnSoon();
    }

    @Override
    public synchronized void linkDown(Link link) {
        Side side = sides.get(link.peer().number());
        if (side != null && side.link() == link) {
            sides.remove(link.peer().number());
            linksChanged();
        }
    }

    private void linksChanged() {
        database.setDirect(
                sides.values().stream().map(side -> side.link().peer()).toList());
        if (!changeIsDue) {
            changeIsDue = true;
            long now = clock.getAsLong();
            scheduler.after(throttle.tellAt(now) - now, this::tellChange);
        }
    }

    private synchronized void tellChange() {
        changeIsDue = false;
        List<Integer> neighbours = neighbours();
        if (!neighbours.equals(own.neighbours())) {
            throttle.told(clock.getAsLong());
            say(neighbours, own.watching(), own.pools());
        }
    }

    private List<Integer> neighbours() {
        return sides.keySet().stream().limit(LinkStateAdvert.MAX_NEIGHBOURS).toList();
    }

    // ---- what is said -----------------------------------------------------------------------------------------------

    private void say(List<Integer> neighbours, boolean watching, List<PoolReport> pools) {
        own = new LinkStateAdvert(
                self.number(), self.name(), own.incarnation(), own.sequence() + 1, neighbours, watching, pools);
        saidAt = clock.getAsLong();
        database.learn(own);
        passOn(self.number(), null);
    }

    private void sayAgain() {
        say(own.neighbours(), own.watching(), own.pools());
    }

    @Override
    public synchronized void heard(Link from, LinkStateAdvert advert) {
        counters.count(LinkCounter.STATEMENTS_RECEIVED);
        if (advert.number() == self.number()) {
            heardOfSelf(advert);
            return;
        }
        switch (database.learn(advert)) {
            case NEW -> {
                passOn(advert.number(), from);
                if (advert.watching()) {
                    report();
                }
            }
            case NO_ROOM -> counters.count(LinkCounter.STATEMENTS_DROPPED);
            case OLD -> {}
        }
        Side side = sides.get(from.peer().number());
        LinkStateAdvert known = database.get(advert.number());
        if (side != null && known != null && known.isSameWordAs(advert)) {
            side.unsent().remove(advert.number());
        }
    }

    /** If the mesh remembers more of this node than it does itself, its clock went back: it goes beyond. */
    private void heardOfSelf(LinkStateAdvert advert) {
        boolean surprising = advert.isNewerThan(own) || (advert.isSameWordAs(own) && !advert.equals(own));
        if (surprising) {
            own = new LinkStateAdvert(
                    self.number(),
                    self.name(),
                    advert.incarnation(),
                    advert.sequence(),
                    own.neighbours(),
                    own.watching(),
                    own.pools());
            sayAgain();
        }
    }

    // ---- passing on -------------------------------------------------------------------------------------------------

    private void passOn(int node, @Nullable Link butNotTo) {
        for (Side side : sides.values()) {
            if (side.link() != butNotTo) {
                side.unsent().add(node);
            }
        }
        passOnSoon();
    }

    private void passOnSoon() {
        if (!turnIsDue) {
            turnIsDue = true;
            scheduler.after(Math.max(0, turnAt + TURN_MILLIS - clock.getAsLong()), this::takeTurn);
        }
    }

    private synchronized void takeTurn() {
        turnIsDue = false;
        turnAt = clock.getAsLong();
        boolean more = false;
        Map<Integer, byte[]> written = new HashMap<>();
        for (Side side : sides.values()) {
            sendSome(side, written);
            more |= !side.unsent().isEmpty();
        }
        if (more) {
            passOnSoon();
        }
    }

    private void sendSome(Side side, Map<Integer, byte[]> written) {
        Iterator<Integer> unsent = side.unsent().iterator();
        for (int i = 0; i < MOST_PER_TURN && unsent.hasNext() && !side.link().isCongested(); i++) {
            int node = unsent.next();
            unsent.remove();
            LinkStateAdvert advert = database.get(node);
            if (advert != null) {
                byte[] frame = written.computeIfAbsent(node, any -> LinkStateAdverts.write(advert));
                side.link().send(frame, 0, frame.length);
                counters.count(LinkCounter.STATEMENTS_SENT);
            }
        }
    }

    // ---- reports ----------------------------------------------------------------------------------------------------

    /** Reports now, unless reports are under way. */
    private void report() {
        if (!reporting) {
            reporting = true;
            scheduler.after(0, this::reportAndGoOn);
        }
    }

    private synchronized void reportAndGoOn() {
        boolean watching = clock.getAsLong() < interestedUntil;
        boolean watched = watching || isWatched();
        List<PoolReport> pools = watched ? reports.get() : List.of();
        if (watching != own.watching() || !pools.equals(own.pools())) {
            say(own.neighbours(), watching, pools);
        }
        reporting = watched;
        if (watched) {
            long spread = 1_000L * database.adverts().size() / REPORTS_PER_SECOND;
            scheduler.after(Math.max(REPORT_MILLIS, spread), this::reportAndGoOn);
        }
    }

    private boolean isWatched() {
        Routes routes = database.routes();
        return database.adverts().values().stream()
                .anyMatch(advert ->
                        advert.watching() && advert.number() != self.number() && routes.reaches(advert.number()));
    }

    // ---- housekeeping -----------------------------------------------------------------------------------------------

    private synchronized void keepHouse() {
        long now = clock.getAsLong();
        if (now - saidAt >= REPEAT_MILLIS) {
            sayAgain();
        }
        Routes routes = database.routes();
        for (int node : new ArrayList<>(database.adverts().keySet())) {
            if (routes.reaches(node)) {
                outOfReachSince.remove(node);
            } else if (now - outOfReachSince.computeIfAbsent(node, any -> now) >= FORGET_MILLIS) {
                outOfReachSince.remove(node);
                database.forget(node);
            }
        }
        scheduler.after(HOUSEKEEPING_MILLIS, this::keepHouse);
    }
}
