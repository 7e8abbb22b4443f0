package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.PoolBounds;
import io.meshlock.protocol.SlotSet;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.token.TokenLeaseCheck;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The outstanding grants by ascending fencing token, and the number of free permits: k minus all outstanding permits.
 * After k was reduced this may be negative; slots above k are not granted again.
 *
 * <p>Grants with the same slots are a <i>line</i>: the first has the slots, and the others, its heirs, get them one
 * after the other without their coming home. The first may be over already, and its heir have them.
 */
final class Ledger {

    private int permits;
    private final List<LedgerEntry> entries = new ArrayList<>();
    private final SlotSet takenSlots = new SlotSet();
    private final SharedSlots shared = new SharedSlots();

    // The entries' request numbers in an array of their own, because they are scanned for every candidate.
    private long[] requests = new long[8];
    private int free;

    /** Of how many ranges the slots of all entries consist. */
    private int ranges;

    Ledger(int permits, List<LedgerEntry> outstanding) {
        this.permits = permits;
        this.free = permits;
        for (LedgerEntry entry : outstanding) {
            append(entry);
        }
    }

    /** k, as this node knows it. */
    int permits() {
        return permits;
    }

    /** Changes k. Outstanding grants stay. */
    void resize(int newPermits) {
        free += newPermits - permits;
        permits = newPermits;
    }

    int free() {
        return free;
    }

    int size() {
        return entries.size();
    }

    /** True if one more grant keeps the ledger within its bounds, so that a token with it fits into a frame. */
    boolean hasRoomFor(int count) {
        if (entries.size() >= PoolBounds.MAX_GRANTS) {
            return false;
        }
        return count <= PoolBounds.MAX_RANGES - ranges || choose(count) != null;
    }

    /** The lowest free slots; if they are too scattered, slots side by side; null if there are none. */
    private @Nullable Slots choose(int count) {
        Slots lowest = lowestFree(count);
        if (lowest.ranges() <= PoolBounds.MAX_RANGES - ranges) {
            return lowest;
        }
        return ranges < PoolBounds.MAX_RANGES ? oneRange(count) : null;
    }

    /**
     * True if this request has an outstanding grant: under way, held, or on its way back. Grants to other incarnations of
     * the requester do not count: their requests may have had the same number. Nor do promises whose lease is over.
     *
     * @param nodes knows the requester's incarnation
     */
    boolean hasRequest(Key key, TokenLeaseCheck nodes) {
        for (int i = 0, n = entries.size(); i < n; i++) {
            if (requests[i] == key.request()
                    && entries.get(i).incarnation()
                            == nodes.readingOf(key.node()).incarnation()
                    && nodes.isInForce(entries.get(i).number())) {
                return true;
            }
        }
        return false;
    }

    /** Takes the lowest free slots for a new grant. */
    LedgerEntry grant(long number, Key key, long incarnation) {
        Check.invariant(key.permits() <= free, "a grant needs free permits"); // no text is made for nothing
        Check.invariant(
                entries.isEmpty() || entries.get(entries.size() - 1).number() < number, "grant numbers must rise");
        Slots slots = Objects.requireNonNull(choose(key.permits()), "no room in the ledger");
        Check.invariant(slots.last() <= permits, "a slot is one of the pool's permits");
        Check.invariant(!takenSlots.meets(slots), "a slot belongs to one line");
        LedgerEntry entry = new LedgerEntry(number, key, incarnation, slots, false);
        append(entry);
        return entry;
    }

    /** Adds an heir at the end of a line. */
    LedgerEntry inherit(long number, Key key, long incarnation, LedgerEntry last) {
        Check.invariant(key.permits() == last.slots().count(), "an heir takes all slots of its line");
        Check.invariant(entries.get(entries.size() - 1).number() < number, "grant numbers must rise");
        LedgerEntry entry = new LedgerEntry(number, key, incarnation, last.slots(), false);
        append(entry);
        return entry;
    }

    /** True if one more heir keeps the ledger within its bounds. */
    boolean hasRoomForHeir(LedgerEntry last) {
        return entries.size() < PoolBounds.MAX_GRANTS && ranges + last.slots().ranges() <= PoolBounds.MAX_RANGES;
    }

    /** The entry that follows in the line; null if it is the last. */
    @Nullable
    LedgerEntry successor(LedgerEntry entry) {
        if (shared.isAlone(entry.number())) {
            return null;
        }
        for (long number : shared.group(entry.number())) {
            LedgerEntry each = number > entry.number() ? find(number) : null;
            if (each != null && meet(entry, each)) {
                return each;
            }
        }
        return null;
    }

    /** The first of the line of this entry, which is this one if it is no heir. */
    LedgerEntry first(LedgerEntry entry) {
        return shared.isAlone(entry.number()) ? entry : line(entry).get(0);
    }

    /** True if a grant has heirs. */
    boolean hasHeirs() {
        return !shared.isEmpty();
    }

    /** How many entries the line of this one has. */
    int lineLength(LedgerEntry entry) {
        return shared.isAlone(entry.number()) ? 1 : line(entry).size();
    }

    /** The outstanding grants. Callers must not change the list. */
    List<LedgerEntry> entries() {
        return entries;
    }

    /** The entries that have slots in common with this one, and it itself, ascending. */
    private List<LedgerEntry> line(LedgerEntry entry) {
        if (shared.isAlone(entry.number())) {
            return List.of(entry);
        }
        List<Long> group = shared.group(entry.number());
        List<LedgerEntry> line = new ArrayList<>(group.size());
        for (long number : group) {
            LedgerEntry each = find(number);
            if (each != null && meet(entry, each)) {
                line.add(each);
            }
        }
        return line;
    }

    private static boolean meet(LedgerEntry one, LedgerEntry other) {
        return one.slots().meets(other.slots());
    }

    /** For how long a line stays in the ledger without further word from its nodes: until its last lease is over. */
    long span(LedgerEntry entry, TokenLeaseCheck leases) {
        long span = 0;
        for (LedgerEntry each : line(entry)) {
            span = Math.max(span, leases.remaining(each.number()));
        }
        return span;
    }

    /**
     * Removes the grants whose lease is over, but for heirs of one that is in force: its holder may pass the slots on to
     * them, and then they come home under their numbers.
     *
     * @return the numbers that were removed
     */
    GrantNumbers dropLapsed(TokenLeaseCheck leases) {
        GrantNumbers removed = GrantNumbers.NONE;
        for (int i = 0; i < entries.size(); i++) {
            LedgerEntry each = entries.get(i);
            if (!leases.isInForce(each.number()) && !hasInForceBefore(each, leases)) {
                removed = removed.with(each.number());
                remove(each.number());
                i--;
            }
        }
        return removed;
    }

    private boolean hasInForceBefore(LedgerEntry entry, TokenLeaseCheck leases) {
        for (LedgerEntry each : line(entry)) {
            if (each.number() < entry.number() && leases.isInForce(each.number())) {
                return true;
            }
        }
        return false;
    }

    /** Adds a grant that an earlier token made. */
    void adopt(LedgerEntry entry) {
        int before = 0;
        while (before < entries.size() && entries.get(before).number() < entry.number()) {
            before++;
        }
        append(entry);
        entries.add(before, entries.remove(entries.size() - 1));
        for (int i = before; i < entries.size(); i++) {
            requests[i] = entries.get(i).key().request();
        }
    }

    /** Keeps back slots, or frees them again. */
    void reserve(Slots slots, boolean reserved) {
        mark(slots, reserved);
        free += reserved ? -slots.count() : slots.count();
    }

    /** Removes a grant, and leaves its slots to its heirs. Unknown numbers are ignored. */
    void remove(long number) {
        int at = indexOf(number);
        if (at < 0) {
            return;
        }
        LedgerEntry entry = entries.remove(at);
        System.arraycopy(requests, at + 1, requests, at, entries.size() - at);
        ranges -= entry.slots().ranges();
        give(entry.slots(), shared.remove(number));
    }

    /**
     * The slots of a grant have come home: it is over, whoever had them before it is, and its heirs do not get them.
     * Unknown numbers are ignored, so that releases may arrive twice.
     *
     * @return the numbers of all grants that were removed
     */
    GrantNumbers comeHome(long number) {
        LedgerEntry entry = find(number);
        return entry == null ? GrantNumbers.NONE : removeLine(entry, 0, Long.MAX_VALUE);
    }

    /** A grant has its slots: whoever had them before it is over. Returns the numbers that were removed. */
    GrantNumbers entered(long number) {
        LedgerEntry entry = shared.isEmpty() ? null : find(number);
        return entry == null ? GrantNumbers.NONE : removeLine(entry, 0, number);
    }

    /** A grant keeps its slots, or gives some of them home: its heirs do not get them. Returns the numbers removed. */
    GrantNumbers disinherit(long number) {
        LedgerEntry entry = shared.isEmpty() ? null : find(number);
        return entry == null ? GrantNumbers.NONE : removeLine(entry, number + 1, Long.MAX_VALUE);
    }

    private GrantNumbers removeLine(LedgerEntry entry, long from, long until) {
        GrantNumbers removed = GrantNumbers.NONE;
        List<LedgerEntry> line = line(entry);
        for (int i = line.size() - 1; i >= 0; i--) {
            long each = line.get(i).number();
            if (each >= from && each < until) {
                removed = removed.with(each);
                remove(each);
            }
        }
        return removed;
    }

    @Nullable
    LedgerEntry find(long number) {
        int at = indexOf(number);
        return at < 0 ? null : entries.get(at);
    }

    /**
     * Frees some of a grant's slots. Unknown numbers and slots that it does not have are ignored, so that amendments may
     * arrive twice; and it keeps at least one, or a release would have come.
     */
    void reduce(long number, Slots back) {
        int at = indexOf(number);
        if (at >= 0) {
            retain(number, entries.get(at).slots().without(back));
        }
    }

    /**
     * Leaves a grant, if it is known, these of its slots only. Who gives back so scattered slots that the ledger would
     * become too long keeps them until its release.
     */
    void retain(long number, Slots kept) {
        int at = indexOf(number);
        if (at < 0) {
            return;
        }
        LedgerEntry entry = entries.get(at);
        Slots back = entry.slots().without(kept);
        Slots rest = entry.slots().without(back);
        int more = rest.ranges() - entry.slots().ranges();
        if (!back.isEmpty() && !rest.isEmpty() && ranges + more <= PoolBounds.MAX_RANGES) {
            ranges += more;
            entries.set(at, entry.reduced(rest));
            give(back, shared.group(number));
        }
    }

    /** Marks a grant as in doubt; true if that is news. */
    boolean doubt(long number) {
        int at = indexOf(number);
        if (at < 0 || entries.get(at).doubtful()) {
            return false;
        }
        entries.set(at, entries.get(at).inDoubt());
        return true;
    }

    List<LedgerEntry> doubtful() {
        List<LedgerEntry> found = new ArrayList<>();
        for (LedgerEntry entry : entries) {
            if (entry.doubtful()) {
                found.add(entry);
            }
        }
        return found.isEmpty() ? List.of() : found;
    }

    /** An immutable copy of the entries. */
    List<LedgerEntry> snapshot() {
        return List.copyOf(entries);
    }

    private void append(LedgerEntry entry) {
        int at = entries.size();
        if (at == requests.length) {
            requests = Arrays.copyOf(requests, 2 * at);
        }
        requests[at] = entry.key().request();
        ranges += entry.slots().ranges();
        Slots news = takenSlots.meets(entry.slots()) ? share(entry) : entry.slots();
        entries.add(entry);
        mark(news, true);
        free -= news.count();
    }

    /** Notes who has slots of a new entry already. Returns its other slots. */
    private Slots share(LedgerEntry entry) {
        for (LedgerEntry each : entries) {
            if (meet(entry, each)) {
                shared.join(each.number(), entry.number());
            }
        }
        return entry.slots().without(takenSlots.of(entry.slots()));
    }

    /** Frees those of the slots that none of these entries has any more. */
    private void give(Slots slots, List<Long> others) {
        Slots back = slots;
        for (int i = 0; i < others.size(); i++) {
            LedgerEntry each = find(others.get(i));
            back = each == null ? back : back.without(each.slots());
        }
        mark(back, false);
        free += back.count();
        Check.invariant(free <= permits, "more permits free than there are");
    }

    private int indexOf(long number) {
        int low = 0;
        int high = entries.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            long found = entries.get(middle).number();
            if (found == number) {
                return middle;
            }
            if (found < number) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    private Slots lowestFree(int count) {
        Slots.Builder found = new Slots.Builder();
        int left = count;
        int from = takenSlots.nextOut(1);
        while (left > 0) {
            int end = takenSlots.nextIn(from);
            int last = end - from < left ? end - 1 : from + left - 1;
            found.add(from, last);
            left -= last - from + 1;
            from = left > 0 ? takenSlots.nextOut(end) : end;
        }
        return found.build();
    }

    private @Nullable Slots oneRange(int count) {
        for (int from = takenSlots.nextOut(1); from <= permits - count + 1; ) {
            int end = takenSlots.nextIn(from);
            if (end - from >= count) {
                return Slots.range(from, from + count - 1);
            }
            from = takenSlots.nextOut(end);
        }
        return null;
    }

    private void mark(Slots slots, boolean taken) {
        boolean changed = taken ? takenSlots.add(slots) : takenSlots.remove(slots);
        Check.invariant(changed, "a slot belongs to one line");
    }

    @Override
    public String toString() {
        return entries.toString();
    }
}
