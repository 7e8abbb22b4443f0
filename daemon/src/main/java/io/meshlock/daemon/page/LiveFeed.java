package io.meshlock.daemon.page;

import io.meshlock.Meshlock;
import io.meshlock.spi.JournalStreams;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens at the nodes of this process, for pages that watch.
 *
 * <pre>{@code
 * LiveFeed feed = LiveFeed.open("harbour");
 * Meshlock mesh = Meshlock.builder().journal(feed.journal()).start();
 * }</pre>
 *
 * <p>A node only puts its lines into a bounded queue; everything else happens on a thread of the feed. When there are more
 * than it can take, messages are left out, and counted. Without anybody who watches, nodes do not tell of messages at all.
 */
public final class LiveFeed implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LiveFeed.class);

    private static final int QUEUE = 1 << 14;
    private static final int AT_A_TIME = 1 << 10;
    private static final int MOST_WATCHERS = 16;
    private static final long SURVEY_MILLIS = 1_000;
    private static final long FAREWELL_MILLIS = 1_000;
    private static final double SPAN_SECONDS = 1;
    private static final int SPANS = 180;

    private static final byte[] NAME = "\"e\":\"".getBytes(StandardCharsets.US_ASCII);

    /** A line, and where it comes from. */
    private record Raw(Source source, byte[] line) {}

    private final String title;
    private final JournalStreams clock;
    private final double origin;
    private final ArrayBlockingQueue<Raw> queue = new ArrayBlockingQueue<>(QUEUE);
    private final LongAdder leftOut = new LongAdder();
    private final LongAdder missed = new LongAdder();
    private final AtomicInteger watchers = new AtomicInteger();
    private final EventParser parser = new EventParser();
    private final Thread reader = new Thread(this::read, "meshlock-page");

    private volatile ToIntFunction<String> permits = pool -> 0;
    private volatile @Nullable Survey survey;

    // Guarded by this:
    private final Picture picture;
    private final EventRing ring = new EventRing();
    private final Timeline timeline = Timeline.recent(SPAN_SECONDS, SPANS);
    private long counted;
    private double surveyed;
    private boolean closed;

    private LiveFeed(String title, JournalStreams clock) {
        this.title = title;
        this.clock = clock;
        this.origin = clock.micros() / 1e6;
        this.picture = new Picture(pool -> permits.applyAsInt(pool));
        reader.setDaemon(true);
    }

    public static LiveFeed open(String title) {
        return beside(title, new WallClock());
    }

    /**
     * A feed that also lets another journal be written: nodes that are given {@link #journal()} write both, in the other's
     * time.
     */
    public static LiveFeed beside(String title, JournalStreams other) {
        LiveFeed feed = new LiveFeed(title, other);
        feed.reader.start();
        return feed;
    }

    /** Says how many permits a pool has, by its name; 0 if that is not known. */
    public LiveFeed permits(ToIntFunction<String> ofPool) {
        permits = ofPool;
        return this;
    }

    /**
     * Also shows what this node knows of the others, while somebody watches: for a node whose neighbours are elsewhere. The
     * links are those of its map, then.
     */
    public void survey(Meshlock mesh) {
        Survey of = new Survey(mesh);
        permits = of::permits;
        survey = of;
    }

    /** The journal that nodes are to be given. */
    public JournalStreams journal() {
        return new Tap();
    }

    String title() {
        return title;
    }

    // ---- on the nodes' threads --------------------------------------------------------------------------------------

    /** A time of its own, and no other journal. */
    private static final class WallClock implements JournalStreams {

        private final long begin = System.nanoTime();

        @Override
        public OutputStream open(String pool, String node) {
            return OutputStream.nullOutputStream();
        }

        @Override
        public long micros() {
            return TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begin);
        }

        @Override
        public boolean wantsMessages() {
            return false;
        }
    }

    private final class Tap implements JournalStreams {

        @Override
        public OutputStream open(String pool, String node) throws IOException {
            return new Source(pool, node, clock.open(pool, node));
        }

        @Override
        public long micros() {
            return clock.micros();
        }

        @Override
        public boolean wantsMessages() {
            return watchers.get() > 0 || clock.wantsMessages();
        }
    }

    /** One node's part in one pool. */
    private final class Source extends OutputStream {

        private final String pool;
        private final String node;
        private final OutputStream other;
        private boolean introduced;

        Source(String pool, String node, OutputStream other) {
            this.pool = pool;
            this.node = node;
            this.other = other;
        }

        @Override
        public void write(int b) {
            throw new UnsupportedOperationException("lines come whole");
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            other.write(bytes, offset, length);
            offer(new Raw(this, Arrays.copyOfRange(bytes, offset, offset + length)));
        }

        @Override
        public void flush() throws IOException {
            other.flush();
        }

        @Override
        public void close() throws IOException {
            other.close();
        }
    }

    private void offer(Raw raw) {
        byte first = kind(raw.line);
        if (first != 's' && first != 'd') { // neither sent, stepped, delivered nor decided
            if (!queue.offer(raw)) {
                missed.increment();
            }
            return;
        }
        if (watchers.get() == 0) {
            return;
        }
        // Half of the queue is kept for what changes the picture.
        if (queue.size() > QUEUE / 2 || !queue.offer(raw)) {
            leftOut.increment();
        }
    }

    /** The first letter of the event's name. */
    private static byte kind(byte[] line) {
        for (int i = 0; i + NAME.length < line.length; i++) {
            if (line[i] == NAME[0] && Arrays.equals(line, i, i + NAME.length, NAME, 0, NAME.length)) {
                return line[i + NAME.length];
            }
        }
        return 0;
    }

    // ---- on the feed's own thread -----------------------------------------------------------------------------------

    private void read() {
        List<Raw> taken = new ArrayList<>(AT_A_TIME);
        try {
            while (true) {
                Raw first = queue.poll(SURVEY_MILLIS, TimeUnit.MILLISECONDS);
                if (first != null) {
                    taken.add(first);
                    queue.drainTo(taken, AT_A_TIME);
                }
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

    /** Asks for the map once in a while, but only if somebody looks: nodes tell each other more then. */
    private void lookAround() {
        Survey around = survey;
        double now = now();
        if (around != null && watchers.get() > 0 && now - surveyed >= SURVEY_MILLIS / 1e3) {
            surveyed = now;
            around.look(now, this::pool, this::happen);
        }
    }

    private void take(Raw raw) {
        Event event;
        try {
            event = parser.parse(raw.line, pool(raw.source.pool), origin);
        } catch (IllegalArgumentException e) {
            LOG.warn("the page cannot read a line of pool '{}': {}", raw.source.pool, e.getMessage());
            return;
        }
        if (event == null) {
            return;
        }
        introduce(raw.source, event);
        boolean ofLinks = event.kind() == Event.Kind.LINK_UP || event.kind() == Event.Kind.LINK_DOWN;
        if (!ofLinks || survey == null) {
            happen(event);
        }
    }

    /** The pool's place in the picture; whoever watches learns of a new one. */
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

    /** A journal's lines have its node's number; its name is known to whoever opened it. */
    private void introduce(Source source, Event event) {
        if (!source.introduced) {
            source.introduced = true;
            boolean received = event.kind() == Event.Kind.DELIVERED;
            int number = received ? event.to() : event.node();
            picture.name(number, source.node);
            ring.add(Event.named(event.time(), number, source.node));
        }
    }

    // ---- on the watchers' threads -----------------------------------------------------------------------------------

    /** Begins to watch; null if too many do already. To be closed. */
    @Nullable
    Watcher watch() {
        if (watchers.incrementAndGet() > MOST_WATCHERS) {
            watchers.decrementAndGet();
            return null;
        }
        return new Watcher(this, this::unwatch);
    }

    private synchronized void unwatch() {
        watchers.decrementAndGet();
        notifyAll();
    }

    /** Seconds since the feed began. */
    double now() {
        return clock.micros() / 1e6 - origin;
    }

    /** Messages that were left out before they came to the ring. */
    long leftOut() {
        return leftOut.sum();
    }

    /** Changes of the picture that were missed: from then on it may be wrong. */
    long missed() {
        return missed.sum();
    }

    /** Looks at everything while nothing changes. */
    synchronized void look(View view) {
        long now = leftOut.sum();
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
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!closed) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                return;
            }
            wait(left);
        }
    }

    /** Tells everybody who watches that this is the end, and waits for a moment until they know. */
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
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(FAREWELL_MILLIS);
        while (watchers.get() > 0) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                return;
            }
            wait(left);
        }
    }
}
