package io.meshlock.daemon.page;

import io.meshlock.journal.EventKind;
import io.meshlock.spi.JournalStreams;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes lines from nodes as they write them, into a bounded queue that never blocks: lines that do not fit are dropped and
 * counted, messages first. Optionally writes another journal as well; then lines have the time of that journal.
 */
final class JournalTap implements JournalStreams {

    private static final int SIZE = 1 << 14;
    private static final int AT_A_TIME = 1 << 10;

    /** The events of messages: the most frequent ones, which do not change the picture. */
    private static final Set<EventKind> OF_MESSAGES =
            Set.of(EventKind.SENT, EventKind.STEPPED, EventKind.DELIVERED, EventKind.DECIDED);

    /** A line, and where it comes from. */
    record Line(Source source, byte[] bytes) {}

    private final JournalStreams other;
    private final BooleanSupplier watched;
    private final ArrayBlockingQueue<Line> queue = new ArrayBlockingQueue<>(SIZE);
    private final LongAdder leftOut = new LongAdder();
    private final LongAdder missed = new LongAdder();

    /** @param watched whether messages are of interest to anybody at present */
    JournalTap(JournalStreams other, BooleanSupplier watched) {
        this.other = other;
        this.watched = watched;
    }

    /** A time of its own, and no other journal. */
    static JournalStreams alone(LongSupplier nanos) {
        long begin = nanos.getAsLong();
        return new JournalStreams() {
            @Override
            public OutputStream open(String pool, String node) {
                return OutputStream.nullOutputStream();
            }

            @Override
            public long micros() {
                return TimeUnit.NANOSECONDS.toMicros(nanos.getAsLong() - begin);
            }

            @Override
            public boolean wantsMessages() {
                return false;
            }
        };
    }

    // ---- on the nodes' threads --------------------------------------------------------------------------------------

    @Override
    public OutputStream open(String pool, String node) throws IOException {
        return new Source(pool, node, other.open(pool, node));
    }

    @Override
    public long micros() {
        return other.micros();
    }

    @Override
    public boolean wantsMessages() {
        return watched.getAsBoolean() || other.wantsMessages();
    }

    /** One node's part in one pool. */
    final class Source extends OutputStream {

        private final String pool;
        private final String node;
        private final OutputStream beside;
        private boolean introduced;

        private Source(String pool, String node, OutputStream beside) {
            this.pool = pool;
            this.node = node;
            this.beside = beside;
        }

        String pool() {
            return pool;
        }

        String node() {
            return node;
        }

        /** True at the first call. Called by the reader of the lines. */
        boolean isNew() {
            boolean before = introduced;
            introduced = true;
            return !before;
        }

        @Override
        public void write(int b) {
            throw new UnsupportedOperationException("lines come whole");
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            beside.write(bytes, offset, length);
            offer(new Line(this, Arrays.copyOfRange(bytes, offset, offset + length)));
        }

        @Override
        public void flush() throws IOException {
            beside.flush();
        }

        @Override
        public void close() throws IOException {
            beside.close();
        }
    }

    private void offer(Line line) {
        if (!isOfMessages(line.bytes)) {
            if (!queue.offer(line)) {
                missed.increment();
            }
        } else if (watched.getAsBoolean()) {
            // Half of the queue is kept for events that change the picture.
            if (queue.size() > SIZE / 2 || !queue.offer(line)) {
                leftOut.increment();
            }
        }
    }

    private static boolean isOfMessages(byte[] line) {
        EventKind kind = EventKind.peek(line);
        return kind != null && OF_MESSAGES.contains(kind);
    }

    // ---- on the reader's thread -------------------------------------------------------------------------------------

    /** Moves lines from the queue into a list; waits for the first one, but not longer than this. */
    void take(List<Line> into, long timeoutMillis) throws InterruptedException {
        @Nullable Line first = queue.poll(timeoutMillis, TimeUnit.MILLISECONDS);
        if (first != null) {
            into.add(first);
            queue.drainTo(into, AT_A_TIME);
        }
    }

    /** Messages that were left out. */
    long leftOut() {
        return leftOut.sum();
    }

    /** Changes that were missed: what is shown may be wrong from then on. */
    long missed() {
        return missed.sum();
    }
}
