package io.meshlock.protocol.lookahead;

import io.meshlock.protocol.Check;
import java.util.Arrays;

/** The grants that this host's clients hold. */
final class Holdings {

    private static final long[] NONE = {};

    private long[] numbers = NONE;
    private int[] permits = {};
    private int total;

    /** How many permits are held. */
    int total() {
        return total;
    }

    void add(long number, int howMany) {
        Check.invariant(numbers.length == 0 || numbers[numbers.length - 1] < number, "grant numbers rise");
        numbers = Arrays.copyOf(numbers, numbers.length + 1);
        permits = Arrays.copyOf(permits, permits.length + 1);
        numbers[numbers.length - 1] = number;
        permits[permits.length - 1] = howMany;
        total += howMany;
    }

    /** Removes a grant; false if it is not held. */
    boolean remove(long number) {
        int at = Arrays.binarySearch(numbers, number); // numbers rise
        if (at < 0) {
            return false;
        }
        total -= permits[at];
        int rest = numbers.length - at - 1;
        System.arraycopy(numbers, at + 1, numbers, at, rest);
        System.arraycopy(permits, at + 1, permits, at, rest);
        numbers = Arrays.copyOf(numbers, numbers.length - 1);
        permits = Arrays.copyOf(permits, permits.length - 1);
        return true;
    }
}
