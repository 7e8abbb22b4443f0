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
