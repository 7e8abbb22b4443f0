package io.meshlock.protocol;

import java.util.Arrays;

/** The numbers, 1…k, of the permits that a grant holds: immutable and ascending. */
public final class Slots {

    /** No slot named. */
    public static final Slots NONE = new Slots(new int[0]);

    private final int[] numbers;

    private Slots(int[] numbers) {
        this.numbers = numbers;
    }

    /** Slots with the given ascending numbers. */
    public static Slots of(int... ascending) {
        for (int i = 0; i < ascending.length; i++) {
            if (ascending[i] <= (i == 0 ? 0 : ascending[i - 1])) {
                throw new IllegalArgumentException(
                        "slots must be positive and ascending: " + Arrays.toString(ascending));
            }
        }
        return ascending.length == 0 ? NONE : new Slots(ascending.clone());
    }

    /** These slots without others; those that are not among them do not matter. */
    public Slots without(Slots others) {
        int[] rest = new int[numbers.length];
        int kept = 0;
        for (int slot : numbers) {
            if (!others.has(slot)) {
                rest[kept++] = slot;
            }
        }
        return kept == numbers.length ? this : of(Arrays.copyOf(rest, kept));
    }

    /** The slots of both. */
    public Slots with(Slots others) {
        int[] both = Arrays.copyOf(numbers, numbers.length + others.numbers.length);
        System.arraycopy(others.numbers, 0, both, numbers.length, others.numbers.length);
        return of(Arrays.stream(both).sorted().distinct().toArray());
    }

    /** The {@code count} slots with the highest numbers. */
    public Slots highest(int count) {
        return of(Arrays.copyOfRange(numbers, numbers.length - count, numbers.length));
    }

    public boolean has(int slot) {
        return Arrays.binarySearch(numbers, slot) >= 0;
    }

    public int count() {
        return numbers.length;
    }

    /** The slot at {@code index}, 0 ≤ index &lt; count. */
    public int at(int index) {
        return numbers[index];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Slots that && Arrays.equals(numbers, that.numbers);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(numbers);
    }

    @Override
    public String toString() {
        return Arrays.toString(numbers);
    }
}
