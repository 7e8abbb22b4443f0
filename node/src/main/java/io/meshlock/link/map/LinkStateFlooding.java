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
 * Maintains a node's {@link LinkStateDatabase} by flooding: advertises the node's own neighbours, and forwards the
 * adverts of other nodes.
 *
 * <p>A neighbour is sent the adverts that it may not have, all of a turn in one frame, and not more than {@link
 * #PER_SECOND} in the long run: what a node spends on the map must not grow with the mesh. An advert that is replaced by a
 * newer one before its turn is never sent, and nothing is sent on a congested link, so adverts do not pile up.
 */
public final class LinkStateFlooding implements LinkStateReceiver {

    /** The shortest and longest times between two turns of forwarding: while adverts keep coming, more go in a frame. */
    static final long TURN_MILLIS = 20;

    static final long LONGEST_TURN_MILLIS = 500;

    /** How long after its first link a node advertises it: others may follow. */
    static final long SETTLING_MILLIS = 100;

    /** The largest number of adverts sent on a link at once, after a calm. */
    static final int BURST = 64;

    /** How many adverts are sent on a link per second. */
    static final int PER_SECOND = 50;

    /**
     * How many are sent on a link that has just come up, at once and per second, and for how long: when many links come up
     * at once, pools are more important than the map. A small mesh is told at once all the same.
     */
    static final int FIRST_BURST = 8;

    static final int FIRST_PER_SECOND = 6;

    static final long FIRST_MILLIS = 5_000;

    /** The shortest and longest intervals between adverts of link changes; see {@link FloodThrottle}. */
    static final long FIRST_GAP_MILLIS = 100;

    static final long LONGEST_GAP_MILLIS = 5_000;

    /**
     * In a mesh of so many nodes that some map may be full, a node repeats its advert after this time, in case that
     * another node had no room for it. In others there is nothing to repeat: links lose nothing, and a new neighbour is
     * sent everything.
     */
    static final long REPEAT_MILLIS = 30_000;

    /** A node that was out of reach for this time is forgotten. */
    static final long FORGET_MILLIS = 60_000;

    static final long MAINTENANCE_MILLIS = 5_000;

    /**
     * How far a node goes beyond a later advert of itself. The process that said it, if there is one, may say its next
     * ones meanwhile: two adverts of one sequence would never replace each other, and nobody would hear of it.
     */
    static final long LEAP = 1_000;

    /** How long nodes report on their pools after a map was asked for. */
    static final long INTEREST_MILLIS = 10_000;

    /** The time between reports on pools: a second, and longer in a mesh of more than fifty nodes. */
    static final long REPORT_MILLIS = 1_000;

    private final Peer self;
    private final Scheduler scheduler;
    private final LongSupplier clock;
    private final Supplier<List<PoolReport>> reports;
    private final LinkCounters counters;
    private final LinkStateDatabase database;
    private final FloodThrottle throttle;
    private final FloodThrottle turns;
    private final Map<Integer, Neighbour> peers = new TreeMap<>();
    private final Map<Integer, Long> outOfReachSince = new HashMap<>();
    private LinkStateAdvert own;
    private long laterSelves;
    private long advertisedAt;
    private long interestedUntil;
    private boolean turnIsDue;
    private boolean changeIsDue;
    private boolean reporting;

    /** One neighbour, and the nodes whose newest adverts it may not have. */
    private static final class Neighbour {
        private final Link link;
        private final Set<Integer> unsent;
        private final long since;
        private double allowance = FIRST_BURST;
        private long allowedAt;

        Neighbour(Link link, Set<Integer> unsent, long now) {
            this.link = link;
            this.unsent = unsent;
            this.since = now;
            this.allowedAt = now;
        }

        /** A token bucket: how many adverts may be sent now. */
        int allowed(long now) {
            int perSecond = now - since < FIRST_MILLIS ? FIRST_PER_SECOND : PER_SECOND;
            allowance = Math.min(BURST, allowance + perSecond * (now - allowedAt) / 1_000.0);
            allowedAt = now;
            return link.isCongested() ? 0 : (int) allowance;
        }
    }

    /**
     * @param clock a monotonic clock, in milliseconds
     * @param reports the state of this node's pools
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
        advertisedAt = now;
        turns = new FloodThrottle(TURN_MILLIS, LONGEST_TURN_MILLIS, now);
        interestedUntil = now;
        database = new LinkStateDatabase(self.number());
        own = new LinkStateAdvert(self.number(), self.name(), self.incarnation(), 1, List.of(), false, List.of());
        database.learn(own);
    }

    /** Starts the periodic maintenance. */
    public void start() {
        scheduler.after(MAINTENANCE_MILLIS, this::maintain);
    }

    /** What this node knows of the mesh. */
    public LinkStateDatabase database() {
        return database;
    }

    @Override
    public int next(int node) {
        return database.routes().next(node);
    }

    /** The map was asked for: makes all nodes report on their pools for a while. */
    public synchronized void interest() {
        interestedUntil = clock.getAsLong() + INTEREST_MILLIS;
        report();
    }

    // ---- neighbours -------------------------------------------------------------------------------------------------

    @Override
    public synchronized void linkUp(Link link) {
        peers.put(
                link.peer().number(),
                new Neighbour(link, new LinkedHashSet<>(database.adverts().keySet()), clock.getAsLong()));
        linksChanged();
        passOnSoon();
    }

    @Override
    public synchronized void linkDown(Link link) {
        Neighbour neighbour = peers.get(link.peer().number());
        if (neighbour != null && neighbour.link == link) {
            peers.remove(link.peer().number());
            linksChanged();
        }
    }

    private void linksChanged() {
        database.setDirect(
                peers.values().stream().map(neighbour -> neighbour.link.peer()).toList());
        if (!changeIsDue) {
            changeIsDue = true;
            long now = clock.getAsLong();
            long settled = peers.size() > 1 ? 0 : SETTLING_MILLIS;
            scheduler.after(Math.max(settled, throttle.sendAt(now) - now), this::advertiseChange);
        }
    }

    private synchronized void advertiseChange() {
        changeIsDue = false;
        List<Integer> neighbours = neighbours();
        if (!neighbours.equals(own.neighbours())) {
            throttle.sent(clock.getAsLong());
            advertise(neighbours, own.watching(), own.pools());
        }
    }

    private List<Integer> neighbours() {
        return peers.keySet().stream().limit(LinkStateAdvert.MAX_NEIGHBOURS).toList();
    }

    // ---- adverts ----------------------------------------------------------------------------------------------------

    private void advertise(List<Integer> neighbours, boolean watching, List<PoolReport> pools) {
        own = new LinkStateAdvert(
                self.number(), self.name(), own.incarnation(), own.sequence() + 1, neighbours, watching, pools);
        advertisedAt = clock.getAsLong();
        database.learn(own);
        passOn(self.number(), null);
    }

    private void advertiseAgain() {
        advertise(own.neighbours(), own.watching(), own.pools());
    }

    @Override
    public synchronized boolean heardBefore(Link from, int node, long incarnation, long sequence) {
        if (node == self.number() || !database.knows(node, incarnation, sequence)) {
            return false;
        }
        counters.count(LinkCounter.ADVERTS_RECEIVED);
        has(from, node, incarnation, sequence);
        return true;
    }

    /** A neighbour has this advert: if it is the newest one, it need not be sent there. */
    private void has(Link from, int node, long incarnation, long sequence) {
        Neighbour neighbour = peers.get(from.peer().number());
        LinkStateAdvert known = database.get(node);
        if (neighbour != null && known != null && known.isVersion(incarnation, sequence)) {
            neighbour.unsent.remove(node);
        }
    }

    @Override
    public synchronized void heard(Link from, LinkStateAdvert advert) {
        counters.count(LinkCounter.ADVERTS_RECEIVED);
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
            case NO_ROOM -> counters.count(LinkCounter.ADVERTS_DROPPED);
            case OLD -> {}
        }
        has(from, advert.number(), advert.incarnation(), advert.sequence());
    }

    /**
     * If the mesh has a newer advert of this node than the node itself, its clock went back, or there is another process
     * with its number: it continues from there, unless a liar left nothing to continue with.
     */
    private void heardOfSelf(LinkStateAdvert advert) {
        boolean surprising = advert.isNewerThan(own) || (advert.isSameVersionAs(own) && !advert.equals(own));
        if (surprising) {
            laterSelves++;
            if (advert.sequence() <= LinkStateAdvert.MAX_COUNT / 2) {
                own = new LinkStateAdvert(
                        self.number(),
                        self.name(),
                        advert.incarnation(),
                        advert.sequence() + LEAP,
                        own.neighbours(),
                        own.watching(),
                        own.pools());
                advertiseAgain();
            }
        }
    }

    /** How often the mesh had a newer advert of this node than the node itself. */
    public synchronized long laterSelves() {
        return laterSelves;
    }

    // ---- forwarding -------------------------------------------------------------------------------------------------

    private void passOn(int node, @Nullable Link butNotTo) {
        for (Neighbour neighbour : peers.values()) {
            if (neighbour.link != butNotTo) {
                neighbour.unsent.add(node);
            }
        }
        passOnSoon();
    }

    private void passOnSoon() {
        if (!turnIsDue) {
            turnIsDue = true;
            long now = clock.getAsLong();
            scheduler.after(turns.sendAt(now) - now, this::takeTurn);
        }
    }

    private synchronized void takeTurn() {
        turnIsDue = false;
        long now = clock.getAsLong();
        turns.sent(now);
        boolean more = false;
        Map<Integer, byte[]> written = new HashMap<>();
        for (Neighbour neighbour : peers.values()) {
            sendSome(neighbour, now, written);
            more |= !neighbour.unsent.isEmpty();
        }
        if (more) {
            passOnSoon();
        }
    }

    private void sendSome(Neighbour neighbour, long now, Map<Integer, byte[]> written) {
        Iterator<Integer> unsent = neighbour.unsent.iterator();
        int allowed = unsent.hasNext() ? neighbour.allowed(now) : 0;
        LinkStateAdverts.Frame frame = new LinkStateAdverts.Frame();
        for (int i = 0; i < allowed && unsent.hasNext() && !frame.isFull(); i++) {
            int node = unsent.next();
            unsent.remove();
            neighbour.allowance--;
            LinkStateAdvert advert = database.get(node);
            if (advert != null) {
                frame.add(written.computeIfAbsent(node, any -> LinkStateAdverts.write(advert)));
                counters.count(LinkCounter.ADVERTS_SENT);
            }
        }
        if (!frame.isEmpty()) {
            byte[] bytes = frame.bytes();
            neighbour.link.send(bytes, 0, bytes.length);
        }
    }

    // ---- reports ----------------------------------------------------------------------------------------------------

    /** Starts periodic reports, unless they are running already. */
    private void report() {
        if (!reporting) {
            reporting = true;
            scheduler.after(0, this::reportPeriodically);
        }
    }

    private synchronized void reportPeriodically() {
        boolean watching = clock.getAsLong() < interestedUntil;
        boolean watched = watching || database.isWatched();
        List<PoolReport> pools = watched ? reports.get() : List.of();
        if (watching != own.watching() || !pools.equals(own.pools())) {
            advertise(own.neighbours(), watching, pools);
        }
        reporting = watched;
        if (watched) {
            long spread = 1_000L * database.size() / PER_SECOND;
            scheduler.after(Math.max(REPORT_MILLIS, spread), this::reportPeriodically);
        }
    }

    // ---- maintenance ------------------------------------------------------------------------------------------------

    private synchronized void maintain() {
        long now = clock.getAsLong();
        if (database.isCrowded() && now - advertisedAt >= REPEAT_MILLIS) {
            advertiseAgain();
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
        scheduler.after(MAINTENANCE_MILLIS, this::maintain);
    }
}
