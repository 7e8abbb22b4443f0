package io.meshlock.daemon.http;

import io.meshlock.daemon.time.TimeSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Distributes events to listeners. Publishing never waits: each listener has a buffer, and a listener that is too slow
 * loses events and is told how many.
 */
public final class EventHub {

    /** Events that wait for one listener. */
    static final int BUFFER = 1_000;

    private final TimeSource time;
    private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();
    private final AtomicLong numbers = new AtomicLong();
    private final AtomicLong listeners = new AtomicLong();

    EventHub(TimeSource time) {
        this.time = time;
    }

    /**
     * @param number consecutive number of the event
     * @param type what happened, in one word
     * @param data a JSON document
     */
    public record Event(long number, String type, String data) {}

    /** Publishes an event. The document is made only if there are listeners. */
    public void publish(String type, Supplier<?> document) {
        long number = numbers.incrementAndGet();
        if (subscriptions.isEmpty()) {
            return;
        }
        Event event = new Event(number, type, Json.write(document.get()));
        subscriptions.forEach(subscription -> subscription.offer(event));
    }

    /** True if somebody would hear of an event. */
    boolean hasListeners() {
        return !subscriptions.isEmpty();
    }

    /** How many have come to listen so far, those who left included. */
    long everListened() {
        return listeners.get();
    }

    /** Adds a listener, until it is closed. */
    public Subscription subscribe() {
        return new Subscription();
    }

    /** One listener's buffer. */
    public final class Subscription implements AutoCloseable {

        // Guarded by this.
        private final Deque<Event> buffer = new ArrayDeque<>();
        private long lost;

        private Subscription() {
            subscriptions.add(this);
            listeners.incrementAndGet();
        }

        private synchronized void offer(Event event) {
            if (buffer.size() >= BUFFER) {
                lost++;
                return;
            }
            if (lost > 0) {
                buffer.add(lostSoFar());
            }
            buffer.add(event);
            notifyAll();
        }

        private Event lostSoFar() {
            long count = lost;
            lost = 0;
            return new Event(numbers.get(), "lost", "{\"events\":" + count + "}");
        }

        /**
         * The next event; null if none comes in time. Where events were lost, one of type {@code lost} has their count.
         */
        public synchronized @Nullable Event next(long millis) throws InterruptedException {
            long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
            if (!time.await(this, nanos, () -> !buffer.isEmpty() || lost > 0)) {
                return null;
            }
            return buffer.isEmpty() ? lostSoFar() : buffer.remove();
        }

        @Override
        public void close() {
            subscriptions.remove(this);
        }
    }
}
