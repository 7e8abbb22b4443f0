package io.meshlock.journal;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * A value for each priority. Up to {@value #LIMIT} priorities are told apart. If there are more, ranges of 2, then 4, 8
 * … neighbouring priorities share a value, so that there are never more than {@value #LIMIT} ranges. Ranges start at
 * multiples of their width, so the outcome does not depend on the order in which priorities appear.
 *
 * @param <T> the value
 */
public final class ByPriority<T> {

    public static final int LIMIT = 64;

    private final Supplier<T> make;
    private final BiConsumer<T, T> mergeIntoFirst;
    private Int2ObjectOpenHashMap<T> ranges = new Int2ObjectOpenHashMap<>();
    private int shift; // the width is 2 to the power of this

    /**
     * @param make makes an empty value
     * @param mergeIntoFirst adds the second value to the first
     */
    public ByPriority(Supplier<T> make, BiConsumer<T, T> mergeIntoFirst) {
        this.make = make;
        this.mergeIntoFirst = mergeIntoFirst;
    }

    /** The value for this priority. Callers must not keep it, for ranges may merge. */
    public T at(int priority) {
        T found = ranges.get(priority >> shift);
        if (found != null) {
            return found;
        }
        T made = make.get();
        ranges.put(priority >> shift, made);
        if (ranges.size() <= LIMIT) {
            return made;
        }
        while (ranges.size() > LIMIT) {
            widen();
        }
        return at(priority);
    }

    private void widen() {
        Int2ObjectOpenHashMap<T> wider = new Int2ObjectOpenHashMap<>();
        for (int range : ascending()) {
            T part = ranges.get(range);
            T whole = wider.putIfAbsent(range >> 1, part);
            if (whole != null) {
                mergeIntoFirst.accept(whole, part);
            }
        }
        ranges = wider;
        shift++;
    }

    /** Calls back for each range that has a value, from the lowest priority to the highest. */
    public void forEach(RangeConsumer<? super T> consumer) {
        for (int range : ascending()) {
            int from = range << shift;
            consumer.accept(from, from + ((1 << shift) - 1), ranges.get(range));
        }
    }

    private int[] ascending() {
        int[] all = ranges.keySet().toIntArray();
        Arrays.sort(all);
        return all;
    }

    /** Takes the value of the priorities {@code from} to {@code to}, both included. */
    @FunctionalInterface
    public interface RangeConsumer<T> {
        void accept(int from, int to, T kept);
    }
}
