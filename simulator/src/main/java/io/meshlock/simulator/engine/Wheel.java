package io.meshlock.simulator.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A hierarchical timing wheel: level L has one slot per value of the L-th byte of an event's time, and an event waits
 * at the level of the highest byte in which its time differs from the wheel's position. When the position enters a slot
 * above level 0, the slot's events move down, in order. Nothing can have been added below before that, because such
 * events differ from the position at the higher level too; so insertion order survives. Each event moves at most once
 * per level, however many others are pending, and bitmaps of occupied slots make empty stretches free.
 *
 * <p>Events are handles of rows in growing arrays, reused through a free list: nothing is allocated per event.
 */
final class Wheel {

    private static final int NONE = EventQueue.NONE;

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

    /** The kind of a row that holds no event. */
    private static final int FREE = -1;

    private final int[] first = new int[LEVELS * SLOTS];
    private final int[] last = new int[LEVELS * SLOTS];
    private final long[] occupied = new long[LEVELS * WORDS];

    /** Events in rows of {@link #ROW} numbers, side by side because they are used together. */
    private int[] rows;

    private int[] befores;

    private @Nullable Object[] payloads;

    private int free = NONE;
    private int used;
    private int size;
    private long position;

    /** After {@link #next} found nothing: nothing is due before this instant. */
    private long idleUntil;

    Wheel(int capacity) {
        int room = Math.max(capacity, 16);
        rows = new int[room * ROW];
        befores = new int[room];
        payloads = new Object[room];
        Arrays.fill(first, NONE);
        Arrays.fill(last, NONE);
    }

    int size() {
        return size;
    }

    int add(long time, int order, int kind, int a, int b, int before, @Nullable Object payload) {
        int event = allocate();
        int row = event * ROW;
        rows[row + TIME_LOW] = (int) time;
        rows[row + TIME_HIGH] = (int) (time >>> Integer.SIZE);
        rows[row + ORDER] = order;
        rows[row + KIND] = kind;
        rows[row + A] = a;
        rows[row + B] = b;
        befores[event] = before;
        payloads[event] = payload;
        append(event, time);
        size++;
        return event;
    }

    /** Takes an event that is the {@linkplain #next next}, and hands it over. */
    void take(int event, EventHandler handler) {
        int row = event * ROW;
        int kind = rows[row + KIND];
        int a = rows[row + A];
        int b = rows[row + B];
        @Nullable Object payload = payloads[event];
        long time = time(event);
        cancel(event);
        position = time; // there is nothing earlier
        handler.handle(kind, a, b, payload);
    }

    /** Removes a pending event, handle included. */
    void cancel(int event) {
        unlink(event, slotOf(time(event)));
        payloads[event] = null;
        rows[event * ROW + KIND] = FREE;
        rows[event * ROW + NEXT] = free;
        free = event;
        size--;
    }

    boolean isPending(int event) {
        return rows[event * ROW + KIND] != FREE;
    }

    long time(int event) {
        int row = event * ROW;
        return (long) rows[row + TIME_HIGH] << Integer.SIZE | (rows[row + TIME_LOW] & 0xFFFF_FFFFL);
    }

    int order(int event) {
        return rows[event * ROW + ORDER];
    }

    int kind(int event) {
        return rows[event * ROW + KIND];
    }

    int a(int event) {
        return rows[event * ROW + A];
    }

    int b(int event) {
        return rows[event * ROW + B];
    }

    @Nullable
    Object payload(int event) {
        return payloads[event];
    }

    int before(int event) {
        return befores[event];
    }

    /**
     * The next event due at or before the limit, still pending, or {@link EventQueue#NONE}. The position moves on to its slot, never beyond
     * the limit, so that events that are due after the limit can still be added when the present is there.
     */
    int next(long limit) {
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
                long time = time(event);
                if (time <= limit) {
                    return event;
                }
                idleUntil = time;
                return NONE;
            }
            long start = startOf(level, at);
            if (start > limit) {
                idleUntil = start;
                return NONE;
            }
            position = start;
            if (level == 0) {
                return event;
            }
            moveDown(slot);
            level = 0;
        }
        idleUntil = Long.MAX_VALUE;
        return NONE;
    }

    /** Nothing is due before this instant, if {@link #next} has just found nothing; events added since may be. */
    long idleUntil() {
        return idleUntil;
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

    /** The first occupied slot of a level at or after {@code from}, or {@link EventQueue#NONE}. */
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
        befores = Arrays.copyOf(befores, room);
        payloads = Arrays.copyOf(payloads, room);
    }
}
