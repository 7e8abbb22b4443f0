package io.meshlock.journal.check;

import java.util.Arrays;

/**
 * Remembers which of the latest {@value #SPAN} numbers were used, with one bit each, so that memory does not grow with
 * the run. Numbers further behind the largest one are forgotten.
 */
final class RecentNumbers {

    static final int SPAN = 1 << 16;

    private final long[] bits = new long[SPAN / Long.SIZE];
    private long largest = Long.MIN_VALUE;

    /** Marks the number as used; false if it is known to have been used before. */
    boolean use(long number) {
        if (number > largest) {
            forgetUpTo(number);
            largest = number;
        } else if (largest - number >= SPAN) {
            return true;
        }
        int word = (int) (number & SPAN - 1) / Long.SIZE;
        long bit = 1L << number;
        boolean used = (bits[word] & bit) != 0;
        bits[word] |= bit;
        return !used;
    }

    /**
     * Clears the bits between the old and the new largest number: they belonged to numbers that fall out of the span.
     */
    private void forgetUpTo(long number) {
        long distance = number - largest;
        if (distance <= 0 || distance >= SPAN) { // not positive: the subtraction overflowed
            Arrays.fill(bits, 0);
            return;
        }
        for (long n = largest + 1; n <= number; n++) {
            bits[(int) (n & SPAN - 1) / Long.SIZE] &= ~(1L << n);
        }
    }
}
