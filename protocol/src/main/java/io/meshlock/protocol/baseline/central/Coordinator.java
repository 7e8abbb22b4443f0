package io.meshlock.protocol.baseline.central;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.SmallArrays;
import io.meshlock.protocol.queue.Waiting;
import io.meshlock.protocol.queue.WaitingQueue;

/**
 * The coordinator's state: waiting requests, the holders of permits, and cancellations that arrived before their
 * request.
 */
final class Coordinator {

    private static final long FREE = 0;

    private final WaitingQueue<Waiting.Plain> queue = new WaitingQueue<>();

    /** By slot − 1: the grant that holds it, and the grant's request. */
    private final long[] holder;

    private final long[] request;
    private int free;
    private long lastGrant;

    /** Requests that were cancelled and have not arrived yet. */
    private long[] cancelledEarly = new long[0];

    Coordinator(int permits) {
        holder = new long[permits];
        request = new long[permits];
        free = permits;
    }

    long lastGrant() {
        return lastGrant;
    }

    /** Enters a request, unless its cancellation was faster. */
    void enter(Key key) {
        int at = SmallArrays.indexOf(cancelledEarly, key.request());
        if (at < 0) {
            queue.add(new Waiting.Plain(key, key.request()));
            return;
        }
        cancelledEarly = SmallArrays.without(cancelledEarly, at);
    }

    /** Cancels a request wherever it is: in the queue, granted, or still under way. */
    void cancel(long number) {
        if (queue.remove(number) == null && !giveBack(request, number)) {
            cancelledEarly = SmallArrays.with(cancelledEarly, number);
        }
    }

    void release(long grant) {
        giveBack(holder, grant);
    }

    /** Frees the slots that a grant, or the grant of a request, holds; false if there are none. */
    private boolean giveBack(long[] by, long number) {
        boolean any = false;
        for (int slot = 0; slot < holder.length; slot++) {
            if (holder[slot] != FREE && by[slot] == number) {
                holder[slot] = FREE;
                request[slot] = 0;
                free++;
                any = true;
            }
        }
        return any;
    }

    /** True if the best request fits what is free. */
    boolean canServe() {
        return !queue.isEmpty() && queue.get(0).key().permits() <= free;
    }

    Key best() {
        return queue.get(0).key();
    }

    /** Gives the best request the lowest free slots, under the next grant number. */
    Slots serveBest() {
        Key key = queue.takeBest().key();
        lastGrant++;
        int[] slots = new int[key.permits()];
        int found = 0;
        for (int slot = 0; found < slots.length; slot++) {
            if (holder[slot] == FREE) {
                holder[slot] = lastGrant;
                request[slot] = key.request();
                slots[found++] = slot + 1;
            }
        }
        free -= found;
        Check.invariant(free >= 0, "more permits granted than the pool has");
        return Slots.of(slots);
    }

    @Override
    public String toString() {
        return "queue " + queue + ", " + free + " free, last grant " + lastGrant;
    }
}
