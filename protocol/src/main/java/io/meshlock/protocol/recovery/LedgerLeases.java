package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.SlotSet;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.token.FencingToken;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The ends of the ledger's leases: until when grants are kept, and until when slots are reserved for members out of
 * reach.
 */
final class LedgerLeases {

    /** Slots that are kept back until the same time, except those that were freed since; none: slots unheard of. */
    record Reservation(Slots slots, long until) {}

    // Fencing tokens, ascending, and the end of each one's lease at the same index.
    private long[] numbers = new long[4];
    private long[] ends = new long[4];
    private int size;
    /** The end of a lease that is over, of a promise whose number the ledger still has. */
    private static final long OVER = Long.MAX_VALUE;

    private final List<Reservation> reserved = new ArrayList<>(0);

    /** All slots that are kept back. */
    private final SlotSet keptBack = new SlotSet();

    private long earliest = Long.MAX_VALUE;

    boolean isEmpty() {
        return size == 0 && reserved.isEmpty();
    }

    boolean hasReservations() {
        return !reserved.isEmpty();
    }

    /** A lower bound of the ends of all leases and reservations. */
    long earliest() {
        return earliest;
    }

    void clear() {
        size = 0;
        reserved.clear();
        keptBack.clear();
        earliest = Long.MAX_VALUE;
    }

    // ---- grants ----

    /** True if a grant has a lease that is not over. */
    boolean has(long number) {
        int at = find(number);
        return at >= 0 && ends[at] != OVER;
    }

    /** The lease of a grant is over, and the ledger keeps its number. */
    void lapse(long number) {
        int at = find(number);
        if (at >= 0) {
            ends[at] = OVER;
        }
    }

    /** True if the ledger has grants of earlier epochs. */
    boolean hasNumberBelow(Epoch epoch) {
        return size > 0 && FencingToken.round(numbers[0]) < epoch.round();
    }

    /** True if all grants here have smaller numbers. */
    boolean isNewest(long number) {
        return size == 0 || numbers[size - 1] < number;
    }

    /** When a grant that is known ends. */
    long end(long number) {
        return ends[find(number)];
    }

    /** Sets when a grant ends. */
    void set(long number, long end) {
        int at = find(number);
        if (at < 0) {
            at = -at - 1;
            if (size == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * size);
                ends = Arrays.copyOf(ends, 2 * size);
            }
            System.arraycopy(numbers, at, numbers, at + 1, size - at);
            System.arraycopy(ends, at, ends, at + 1, size - at);
            numbers[at] = number;
            size++;
        }
        ends[at] = end;
        earliest = Math.min(earliest, end);
    }

    /** Makes a grant end no sooner than that: renewals do not shorten the stay of one that is kept. */
    void renew(long number, long end) {
        set(number, has(number) ? Math.max(end(number), end) : end);
    }

    void remove(long number) {
        int at = find(number);
        if (at >= 0) {
            size--;
            System.arraycopy(numbers, at + 1, numbers, at, size - at);
            System.arraycopy(ends, at + 1, ends, at, size - at);
        }
    }

    /** How long a grant has left; 0 if it is unknown. */
    long remaining(long number, long now) {
        return has(number) ? left(find(number), now) : 0;
    }

    private long left(int at, long now) {
        return ends[at] == OVER ? 0 : Math.max(0, ends[at] - now);
    }

    List<TokenHandoff.Remaining> remaining(long now) {
        List<TokenHandoff.Remaining> all = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            all.add(new TokenHandoff.Remaining(numbers[i], left(i, now)));
        }
        return all;
    }

    /** The grants whose lease is over; the caller has to strike them off. */
    List<Long> expired(long now) {
        if (now < earliest) {
            return List.of();
        }
        List<Long> over = new ArrayList<>(1);
        for (int i = 0; i < size; i++) {
            if (ends[i] <= now) {
                over.add(numbers[i]);
            }
        }
        return over;
    }

    private int find(long number) {
        return Arrays.binarySearch(numbers, 0, size, number);
    }

    // ---- reservations ----

    /** Keeps slots back; without any, those that are unheard of. */
    void reserve(Slots slots, long until) {
        boolean once = keptBack.add(slots);
        Check.invariant(once, "a slot is kept back once");
        reserved.add(new Reservation(slots, until));
        earliest = Math.min(earliest, until);
    }

    /** True if all of them are kept back. */
    boolean isReserved(Slots slots) {
        return keptBack.contains(slots);
    }

    void unreserve(Slots slots) {
        keptBack.remove(slots);
        if (keptBack.isEmpty()) {
            keptBack.clear();
            reserved.removeIf(each -> !each.slots().isEmpty());
        }
    }

    /** The reserved slots. */
    Slots reservedSlots() {
        return keptBack.toSlots();
    }

    List<FrozenToken.Reserved> reserved(long now) {
        List<FrozenToken.Reserved> all = new ArrayList<>(reserved.size());
        for (Reservation each : reserved) {
            Slots left = keptBack.of(each.slots());
            if (!left.isEmpty() || each.slots().isEmpty()) {
                all.add(new FrozenToken.Reserved(left, Math.max(0, each.until() - now)));
            }
        }
        return all;
    }

    /** Ends the reservations that are over; the caller has to free the slots. */
    List<Slots> takeOverdue(long now) {
        if (now < earliest || reserved.isEmpty()) {
            return List.of();
        }
        List<Slots> over = new ArrayList<>();
        for (Reservation each : List.copyOf(reserved)) {
            if (each.until() <= now) {
                Slots left = keptBack.of(each.slots());
                reserved.remove(each);
                keptBack.remove(left);
                over.add(left);
            }
        }
        return over;
    }

    /** Recomputes {@link #earliest()} after everything expired was removed. */
    void lookAhead() {
        earliest = Long.MAX_VALUE;
        for (int i = 0; i < size; i++) {
            earliest = Math.min(earliest, ends[i]);
        }
        for (Reservation each : reserved) {
            earliest = Math.min(earliest, each.until());
        }
    }
}
