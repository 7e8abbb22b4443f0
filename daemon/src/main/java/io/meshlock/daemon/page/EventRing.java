package io.meshlock.daemon.page;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The latest events, numbered from 0 on. A watcher that is too slow misses some, and gets a new picture instead. */
final class EventRing {

    private static final int SIZE = 1 << 13;

    private final @Nullable Event[] events = new @Nullable Event[SIZE];
    private long next;
    private long first;

    void add(Event event) {
        events[(int) (next++ % SIZE)] = event;
        first = Math.max(first, next - SIZE);
    }

    /** The number of the event that comes next. */
    long next() {
        return next;
    }

    /** True if nothing from this number on is gone. */
    boolean has(long from) {
        return from >= first;
    }

    /**
     * At most so many of the events from a number on: all that change the picture, and an even sample of the messages.
     *
     * @return null if the events that change the picture alone are too many
     */
    @Nullable
    List<Event> sample(long from, int most) {
        long messages = 0;
        for (long i = from; i < next; i++) {
            messages += at(i).isMessage() ? 1 : 0;
        }
        long changes = next - from - messages;
        if (changes > most) {
            return null;
        }
        long room = most - changes;
        List<Event> sample = new ArrayList<>((int) Math.min(most, next - from));
        long seen = 0;
        for (long i = from; i < next; i++) {
            Event event = at(i);
            if (!event.isMessage() || isOneOf(room, messages, seen++)) {
                sample.add(event);
            }
        }
        return sample;
    }

    /** Spreads {@code room} choices evenly over {@code all}. */
    private static boolean isOneOf(long room, long all, long index) {
        return room >= all || (index + 1) * room / all > index * room / all;
    }

    private Event at(long number) {
        Event event = events[(int) (number % SIZE)];
        if (event == null) {
            throw new IllegalStateException("event " + number + " is not there");
        }
        return event;
    }
}
