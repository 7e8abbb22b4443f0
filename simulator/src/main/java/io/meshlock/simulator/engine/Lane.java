package io.meshlock.simulator.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Events that are added in the order of their times, in a ring: what was added first comes first. Events lie side by
 * side in the order in which they are used, and nothing leads from one to the next, so that an event costs few
 * instructions and its memory is there when it is needed.
 *
 * <p>Events are numbered in turn; a number alone says whether its event has come out. Numbers wrap around. A cancelled
 * event stays as a hole until it would come first.
 */
final class Lane {

    /** Set in all handles of this lane; the other bits are the event's number. */
    private static final int MARK = 1 << 30;

    private static final int NUMBERS = MARK - 1;

    private static final int HOLE = -1;

    private static final int ROW = 8;
    private static final int TIME_LOW = 0;
    private static final int TIME_HIGH = 1;
    private static final int ORDER = 2;
    private static final int KIND = 3;
    private static final int A = 4;
    private static final int B = 5;
    private static final int BEFORE = 6;

    /** Events in rows of {@link #ROW} numbers, side by side because they are used together. */
    private int[] rows;

    private @Nullable Object[] payloads;

    /** The number of the first event, and of the next to be added; equal if there is none. */
    private int head;

    private int tail;
    private int holes;
    /** The time of the first event. */
    private long firstTime = Long.MAX_VALUE;
    /** The time of the last event added. */
    private long lastTime = Long.MIN_VALUE;

    Lane(int capacity) {
        int room = Integer.highestOneBit(Math.max(capacity, 16) - 1) << 1;
        rows = new int[Math.multiplyExact(room, ROW)];
        payloads = new Object[room];
    }

    /** True for handles of this lane. */
    static boolean owns(int event) {
        return event >= MARK;
    }

    int size() {
        return length() - holes;
    }

    /** The time of the first event, or the latest of all times if there is none. */
    long firstTime() {
        return firstTime;
    }

    boolean isEmpty() {
        return head == tail;
    }

    /** The handle of the first event, which must be there. */
    int first() {
        return head | MARK;
    }

    /** True if an event at this time can be added: it does not come before others. */
    boolean takes(long time) {
        return time >= lastTime;
    }

    int add(long time, int order, int kind, int a, int b, int before, @Nullable Object payload) {
        if (length() == payloads.length) {
            grow();
        }
        int number = tail;
        int place = place(number);
        int row = place * ROW;
        rows[row + TIME_LOW] = (int) time;
        rows[row + TIME_HIGH] = (int) (time >>> Integer.SIZE);
        rows[row + ORDER] = order;
        rows[row + KIND] = kind;
        rows[row + A] = a;
        rows[row + B] = b;
        rows[row + BEFORE] = before;
        payloads[place] = payload;
        if (number == head) {
            firstTime = time;
        }
        lastTime = time;
        tail = (number + 1) & NUMBERS;
        return number | MARK;
    }

    /** Takes the first event, which must be there, and hands it over. */
    void take(EventHandler handler) {
        int place = place(head);
        int row = place * ROW;
        int kind = rows[row + KIND];
        int a = rows[row + A];
        int b = rows[row + B];
        @Nullable Object payload = payloads[place];
        payloads[place] = null;
        advance();
        handler.handle(kind, a, b, payload);
    }

    /** The event after the first, or after the holes that follow it, is the first now. */
    private void advance() {
        head = (head + 1) & NUMBERS;
        while (holes > 0 && head != tail && rows[place(head) * ROW + KIND] == HOLE) {
            holes--;
            head = (head + 1) & NUMBERS;
        }
        firstTime = head == tail ? Long.MAX_VALUE : time(head);
    }

    void cancel(int event) {
        int place = place(event);
        payloads[place] = null;
        if (event == first()) {
            advance();
        } else {
            rows[place * ROW + KIND] = HOLE;
            holes++;
        }
    }

    boolean isPending(int event) {
        int ahead = (event - head) & NUMBERS;
        return ahead < length() && rows[place(event) * ROW + KIND] != HOLE;
    }

    long time(int event) {
        int row = place(event) * ROW;
        return (long) rows[row + TIME_HIGH] << Integer.SIZE | (rows[row + TIME_LOW] & 0xFFFF_FFFFL);
    }

    int order(int event) {
        return rows[place(event) * ROW + ORDER];
    }

    int kind(int event) {
        return rows[place(event) * ROW + KIND];
    }

    int a(int event) {
        return rows[place(event) * ROW + A];
    }

    int b(int event) {
        return rows[place(event) * ROW + B];
    }

    @Nullable
    Object payload(int event) {
        return payloads[place(event)];
    }

    int before(int event) {
        return rows[place(event) * ROW + BEFORE];
    }

    /** How many events and holes there are. */
    private int length() {
        return (tail - head) & NUMBERS;
    }

    /** Where the event of a number or a handle lies: the room is a power of two, and the mark is beyond it. */
    private int place(int number) {
        return number & (payloads.length - 1);
    }

    private void grow() {
        int former = payloads.length;
        int room = Math.multiplyExact(former, 2);
        rows = Arrays.copyOf(rows, Math.multiplyExact(room, ROW));
        payloads = Arrays.copyOf(payloads, room);
        // Of two places for the same number modulo the former room, each event goes to its own.
        for (int i = 0; i < former; i++) {
            int number = (head + i) & NUMBERS;
            int place = place(number);
            if (place >= former) {
                System.arraycopy(rows, (place - former) * ROW, rows, place * ROW, ROW);
                payloads[place] = payloads[place - former];
                payloads[place - former] = null;
            }
        }
    }
}
