package io.meshlock.simulator.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Future events, earliest first; events of the same instant come out in the order in which they were added.
 *
 * <p>A hierarchical timing wheel: level L has one slot per value of the L-th byte of an event's time, and an event
 * waits at the level of the highest byte in which its time differs from the wheel's position. When the position enters
 * a slot above level 0, the slot's events move down, in order. Nothing can have been added below before that, because
 * such events differ from the position at the higher level too; so insertion order survives. Each event moves at most
 * once per level, however many others are pending, and bitmaps of occupied slots make empty stretches free.
 *
 * <p>Beside the wheel there is a lane: a plain list for events that are added in the order of their times, as messages
 * with a constant delay are. The next event is the earlier one of the lane's first and the wheel's first.
 *
 * <p>Events are handles of rows in growing arrays, reused through a free list: nothing is allocated per event.
 */
public final class EventQueue {

    /** No event. */
    public static final int NONE = -1;

    private static final int BITS = 8;
    private static final int SLOTS = 1 << BITS;
    private static final int LEVELS = Long.SIZE / BITS;
    private static final int WORDS = SLOTS / Long.SIZE;

    private static final int ROW = 8;
    private static final int NEXT = 0;
    private static final int PREVIOUS = 1;
    private static final int TIME_LOW = 2;
    private static final int TIME_HIGH = 3;
    private static final int ORDER = 4;
    private static final int KIND = 5;
    private static final int A = 6;
    private static final int B = 7;

    /** Set in the kind of events that are in the lane, which makes it negative. */
    private static final int IN_LANE = Integer.MIN_VALUE;

    private final int[] first = new int[LEVELS * SLOTS];
    private final int[] last = new int[LEVELS * SLOTS];
    private final long[] occupied = new long[LEVELS * WORDS];

    /** Events in rows of {@link #ROW} numbers, side by side because they are used together. */
    private int[] rows;

    private @Nullable Object[] payloads;

    private int free = NONE;
    private int used;
    private int size;
    private int added;
    private long position;
    private long now;

    private int laneFirst = NONE;
    private int laneLast = NONE;
    /**
     * Nothing in the wheel is due before this instant; this saves searching the wheel while the lane's events come
     * first.
     */
    private long wheelIdleUntil = Long.MAX_VALUE;

    public EventQueue() {
        this(64);
    }

    /** A queue with room for this many pending events before it has to grow. */
    public EventQueue(int capacity) {
        int room = Math.max(capacity, 16);
        rows = new int[room * ROW];
        payloads = new Object[room];
        Arrays.fill(first, NONE);
        Arrays.fill(last, NONE);
    }

    /** The present instant: that of the last event taken, or the limit up to which nothing was due. */
    public long now() {
        return now;
    }

    /** How many events are pending. */
    public int size() {
        return size;
    }

    /** Adds an event at {@code time}, which must not lie in the past, and returns its handle. */
    public int add(long time, int kind, int a, int b, @Nullable Object payload) {
        int event = create(time, kind, a, b, payload);
        append(event, time);
        wheelIdleUntil = Math.min(wheelIdleUntil, time);
        return event;
    }

    /** Adds an event whose time is probably not before that of any other added by this method: cheaper if so. */
    public int addInOrder(long time, int kind, int a, int b, @Nullable Object payload) {
        if (laneLast != NONE && time < time(laneLast)) {
            return add(time, kind, a, b, payload);
        }
        int event = create(time, kind | IN_LANE, a, b, payload);
        rows[event * ROW + PREVIOUS] = laneLast;
        rows[event * ROW + NEXT] = NONE;
        if (laneLast == NONE) {
            laneFirst = event;
        } else {
            rows[laneLast * ROW + NEXT] = event;
        }
        laneLast = event;
        return event;
    }

    private int create(long time, int kind, int a, int b, @Nullable Object payload) {
        if (time < now) {
            throw new IllegalArgumentException("an event at " + time + " lies before the present " + now);
        }
        int event = allocate();
        int row = event * ROW;
        rows[row + TIME_LOW] = (int) time;
        rows[row + TIME_HIGH] = (int) (time >>> Integer.SIZE);
        rows[row + ORDER] = added++;
        rows[row + KIND] = kind;
        rows[row + A] = a;
        rows[row + B] = b;
        payloads[event] = payload;
        size++;
        return event;
    }

    /**
     * Takes the next event due at or before {@code limit}, or returns {@link #NONE}, and then the present is the limit.
     * The event's fields can be read until it is {@linkplain #release released}.
     */
    public int poll(long limit) {
        int event = next(limit);
        if (event == NONE) {
            now = Math.max(now, limit);
        } else {
            remove(event);
            now = time(event);
            if (!isInLane(event)) {
                position = now; // the wheel has nothing earlier
            }
        }
        return event;
    }

    /** The next event due at or before the limit, still pending. */
    private int next(long limit) {
        if (laneFirst == NONE) {
            return nextInWheel(limit);
        }
        long laneTime = time(laneFirst);
        if (laneTime < wheelIdleUntil) {
            return laneTime <= limit ? laneFirst : NONE;
        }
        int event = nextInWheel(Math.min(limit, laneTime));
        if (event == NONE) {
            wheelIdleUntil = Math.max(wheelIdleUntil, Math.min(limit, laneTime) + 1);
            return laneTime <= limit ? laneFirst : NONE;
        }
        return isBefore(event, laneFirst) ? event : laneFirst;
    }

    /** Gives back the handle of an event that was taken. */
    public void release(int event) {
        payloads[event] = null;
        rows[event * ROW + NEXT] = free;
        free = event;
    }

    /** Removes a pending event, handle included. */
    public void cancel(int event) {
        remove(event);
        release(event);
    }

    private void remove(int event) {
        if (isInLane(event)) {
            removeFromLane(event);
        } else {
            unlink(event, slotOf(time(event)));
        }
        size--;
    }

    private boolean isInLane(int event) {
        return rows[event * ROW + KIND] < 0;
    }

    private void removeFromLane(int event) {
        int before = rows[event * ROW + PREVIOUS];
        int after = rows[event * ROW + NEXT];
        if (before == NONE) {
            laneFirst = after;
        } else {
            rows[before * ROW + NEXT] = after;
        }
        if (after == NONE) {
            laneLast = before;
        } else {
            rows[after * ROW + PREVIOUS] = before;
        }
    }

    public long time(int event) {
        int row = event * ROW;
        return (long) rows[row + TIME_HIGH] << Integer.SIZE | (rows[row + TIME_LOW] & 0xFFFF_FFFFL);
    }

    public int kind(int event) {
        return rows[event * ROW + KIND] & ~IN_LANE;
    }

    public int a(int event) {
        return rows[event * ROW + A];
    }

    public int b(int event) {
        return rows[event * ROW + B];
    }

    public void setB(int event, int value) {
        rows[event * ROW + B] = value;
    }

    /** True if one pending event comes out before the other. */
    public boolean isBefore(int event, int other) {
        long ahead = time(event) - time(other);
        // The difference stays right when the counter of added events wraps around.
        return ahead != 0 ? ahead < 0 : rows[event * ROW + ORDER] - rows[other * ROW + ORDER] < 0;
    }

    public @Nullable Object payload(int event) {
        return payloads[event];
    }

    /**
     * The next event of the wheel that is due at or before the limit. The position moves on to its slot, never beyond
     * the limit, so that events that are due after the limit can still be added when the present is there.
     */
    private int nextInWheel(long limit) {
        int level = 0;
        while (level < LEVELS) {
            int at = occupiedFrom(level, byteAt(position, level));
            if (at == NONE) {
                level++;
                continue;
            }
            int slot = level * SLOTS + at;
            int event = first[slot];
            if (event == last[slot]) {
                // Alone in the earliest slot: it is the next event, no need to move it down level by level.
                return time(event) <= limit ? event : NONE;
            }
            long start = startOf(level, at);
            if (start > limit) {
                return NONE;
            }
            position = start;
            if (level == 0) {
                return event;
            }
            moveDown(slot);
            level = 0;
        }
        return NONE;
    }

    /** The first instant of a slot that lies ahead of the position. */
    private long startOf(int level, int at) {
        int shift = level * BITS;
        long above = level == LEVELS - 1 ? 0 : (position >>> (shift + BITS)) << (shift + BITS);
        return above | (long) at << shift;
    }

    private void moveDown(int slot) {
        int event = first[slot];
        clear(slot);
        while (event != NONE) {
            int following = rows[event * ROW + NEXT];
            append(event, time(event));
            event = following;
        }
    }

    /** The slot for a time not before the position; it stays the same until the position enters the slot. */
    private int slotOf(long time) {
        long difference = time ^ position;
        int level = (Long.SIZE - 1 - Long.numberOfLeadingZeros(difference | 1)) / BITS;
        return level * SLOTS + byteAt(time, level);
    }

    private static int byteAt(long time, int level) {
        return (int) (time >>> (level * BITS)) & (SLOTS - 1);
    }

    private void append(int event, long time) {
        int slot = slotOf(time);
        int tail = last[slot];
        rows[event * ROW + PREVIOUS] = tail;
        rows[event * ROW + NEXT] = NONE;
        last[slot] = event;
        if (tail == NONE) {
            first[slot] = event;
            occupied[slot / Long.SIZE] |= 1L << slot;
        } else {
            rows[tail * ROW + NEXT] = event;
        }
    }

    private void unlink(int event, int slot) {
        int before = rows[event * ROW + PREVIOUS];
        int after = rows[event * ROW + NEXT];
        if (before == NONE && after == NONE) {
            clear(slot);
            return;
        }
        if (before == NONE) {
            first[slot] = after;
        } else {
            rows[before * ROW + NEXT] = after;
        }
        if (after == NONE) {
            last[slot] = before;
        } else {
            rows[after * ROW + PREVIOUS] = before;
        }
    }

    private void clear(int slot) {
        first[slot] = NONE;
        last[slot] = NONE;
        occupied[slot / Long.SIZE] &= ~(1L << slot);
    }

    /** The first occupied slot of a level at or after {@code from}, or {@link #NONE}. */
    private int occupiedFrom(int level, int from) {
        int word = from / Long.SIZE;
        long bits = occupied[level * WORDS + word] & -1L << from;
        while (bits == 0) {
            if (++word == WORDS) {
                return NONE;
            }
            bits = occupied[level * WORDS + word];
        }
        return word * Long.SIZE + Long.numberOfTrailingZeros(bits);
    }

    private int allocate() {
        if (free != NONE) {
            int event = free;
            free = rows[event * ROW + NEXT];
            return event;
        }
        if (used == payloads.length) {
            grow(used + (used >> 1));
        }
        return used++;
    }

    private void grow(int room) {
        rows = Arrays.copyOf(rows, Math.multiplyExact(room, ROW));
        payloads = Arrays.copyOf(payloads, room);
    }
}
