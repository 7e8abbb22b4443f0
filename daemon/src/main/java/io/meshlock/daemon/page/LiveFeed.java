package io.meshlock.daemon.page;

import io.meshlock.Meshlock;
import io.meshlock.daemon.http.CallerShares;
import io.meshlock.daemon.page.JournalTap.Line;
import io.meshlock.daemon.time.TimeSource;
import io.meshlock.spi.JournalStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The events of the nodes of this process, for pages that watch.
 *
 * <pre>{@code
 * LiveFeed feed = LiveFeed.open("harbour");
 * Meshlock mesh = Meshlock.builder().journal(feed.journal()).start();
 * }</pre>
 *
 * <p>A node only puts its lines into a bounded queue; everything else happens on a thread of the feed. When there are
 * more than it can take, messages are left out, and counted. While nobody watches, nodes do not report messages at all.
 */
public final class LiveFeed implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LiveFeed.class);

    private static final int MOST_WATCHERS = 16;
    private static final long MAP_MILLIS = 1_000;
    private static final long FAREWELL_MILLIS = 1_000;
    private static final double SPAN_SECONDS = 1;
    private static final int SPANS = 180;

    private volatile String title;

    /** The number of the node whose page it is; -1 if it is that of many. */
    private volatile int self = -1;

    private volatile List<String> problems = List.of();
    private volatile Map<String, List<Integer>> voters = Map.of();
    private final TimeSource time;
    private final JournalTap tap;
    private final double origin;
    private final AtomicInteger watchers = new AtomicInteger();
    private final CallerShares places = new CallerShares(MOST_WATCHERS);
    private final EventParser parser = new EventParser();
    private final Thread reader = new Thread(this::read, "meshlock-page");

    private volatile ToIntFunction<String> permits = pool -> 0;
    private volatile @Nullable MapEvents mapEvents;

    // Guarded by this:
    private final Picture picture;
    private final EventRing ring = new EventRing();
    private final Timeline timeline = Timeline.recent(SPAN_SECONDS, SPANS);
    private long counted;
    private double mapRead;
    private boolean closed;

    private LiveFeed(String title, JournalStreams other, TimeSource time) {
        this.title = title;
        this.time = time;
        this.tap = new JournalTap(other, () -> watchers.get() > 0);
        this.origin = tap.micros() / 1e6;
        this.picture = new Picture(pool -> permits.applyAsInt(pool));
        reader.setDaemon(true);
    }

    public static LiveFeed open(String title) {
        TimeSource time = TimeSource.system();
        return start(new LiveFeed(title, JournalTap.alone(time::nanos), time));
    }

    /**
     * A feed that also lets another journal be written: nodes that are given {@link #journal()} write both, in the
     * other's time.
     */
    public static LiveFeed beside(String title, JournalStreams other) {
        return start(new LiveFeed(title, other, TimeSource.system()));
    }

    private static LiveFeed start(LiveFeed feed) {
        feed.reader.start();
        return feed;
    }

    /** Says how many permits a pool has, by its name; 0 if that is not known. */
    public LiveFeed permits(ToIntFunction<String> ofPool) {
        permits = ofPool;
        return this;
    }

    /**
     * Also shows what this node's map knows of the other nodes, while somebody watches: for a node whose neighbours are
     * in other processes. Links are then taken from the map.
     */
    public void followMap(Meshlock mesh) {
        MapEvents of = new MapEvents(mesh);
        permits = of::permits;
        self = mesh.number();
        title = mesh.node();
        mapEvents = of;
    }

    /** The journal that nodes are to be given. */
    public JournalStreams journal() {
        return tap;
    }

    String title() {
        return title;
    }

    int self() {
        return self;
    }

    /** Why pools grant nothing at the node whose page it is, as of the last second. */
    List<String> problems() {
        return problems;
    }

    /** The voters of each pool with recovery, as of the last second. */
    Map<String, List<Integer>> voters() {
        return voters;
    }

    // ---- on the feed's own thread -----------------------------------------------------------------------------------

    private void read() {
        List<Line> taken = new ArrayList<>();
        try {
            while (true) {
                tap.take(taken, MAP_MILLIS);
                synchronized (this) {
                    if (closed) {
                        return;
                    }
                    taken.forEach(this::take);
                    lookAround();
                }
                taken.clear();
            }
        } catch (InterruptedException e) {
            // Closed.
        }
    }

    /** Reads the map at intervals, but only while somebody watches: reading it makes nodes report more. */
    private void lookAround() {
        MapEvents around = mapEvents;
        double now = now();
        if (around != null && watchers.get() > 0 && now - mapRead >= MAP_MILLIS / 1e3) {
            mapRead = now;
            around.look(now, this::pool, this::happen);
            problems = around.problems();
            voters = around.voters();
        }
    }

    private void take(Line line) {
        Event event;
        try {
            event = parser.parse(line.bytes(), pool(line.source().pool()), origin);
        } catch (IllegalArgumentException e) {
            LOG.debug(
                    "the page cannot read a line of pool '{}': {}",
                    line.source().pool(),
                    e.getMessage());
            return;
        }
        if (event == null) {
            return;
        }
        introduce(line.source(), event);
        boolean ofLinks = event.kind() == Event.Kind.LINK_UP || event.kind() == Event.Kind.LINK_DOWN;
        if (!ofLinks || mapEvents == null) {
            happen(event);
        }
    }

    /** The pool's place in the picture; a new pool is told to watchers. */
    private int pool(String name) {
        int known = picture.pools();
        int place = picture.pool(name);
        if (place == known) {
            ring.add(Event.pool(now(), place, name, permits.applyAsInt(name)));
        }
        return place;
    }

    private void happen(Event event) {
        double wait = picture.apply(event);
        timeline.add(event, wait, Double.isNaN(wait) ? 0 : picture.priority(event));
        ring.add(event);
    }

    /** Tells a node's name once: lines of its journal have only its number. */
    private void introduce(JournalTap.Source source, Event event) {
        if (source.isNew()) {
            boolean received = event.kind() == Event.Kind.DELIVERED;
            int number = received ? event.to() : event.node();
            picture.name(number, source.node());
            ring.add(Event.named(event.time(), number, source.node()));
        }
    }

    // ---- on the watchers' threads -----------------------------------------------------------------------------------

    /** Begins to watch; null if too many do already, or too many of this caller. To be closed. */
    @Nullable
    Watcher watch(String caller) {
        if (!places.take(caller)) {
            return null;
        }
        watchers.incrementAndGet();
        return new Watcher(this, () -> unwatch(caller));
    }

    private synchronized void unwatch(String caller) {
        places.giveBack(caller);
        watchers.decrementAndGet();
        notifyAll();
    }

    /** Seconds since the feed began. */
    double now() {
        return tap.micros() / 1e6 - origin;
    }

    /** Messages that were left out before they came to the ring. */
    long leftOut() {
        return tap.leftOut();
    }

    /** Changes of the picture that were missed: from then on it may be wrong. */
    long missed() {
        return tap.missed();
    }

    /** Looks at everything while nothing changes. */
    synchronized void look(View view) {
        long now = tap.leftOut();
        timeline.count(now(), now - counted);
        counted = now;
        view.look(picture, ring, timeline);
    }

    /** What {@link #look} shows. */
    interface View {
        void look(Picture picture, EventRing ring, Timeline timeline);
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Waits so long, or until the feed is closed. */
    synchronized void pause(long millis) throws InterruptedException {
        time.await(this, TimeUnit.MILLISECONDS.toNanos(millis), () -> closed);
    }

    /** Tells watchers that the feed ends, and waits a moment for them. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        reader.interrupt();
        try {
            awaitFarewells();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // they will find out
        }
    }

    private synchronized void awaitFarewells() throws InterruptedException {
        time.await(this, TimeUnit.MILLISECONDS.toNanos(FAREWELL_MILLIS), () -> watchers.get() == 0);
    }
}
