package io.meshlock.protocol;

import java.util.Arrays;

/** Arrays as small immutable lists: every change makes a new one, of exactly the size that it needs. */
public final class SmallArrays {

    private SmallArrays() {}

    /** The index of the number; -1 if it is not there. */
    public static int indexOf(long[] numbers, long number) {
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] == number) {
                return i;
            }
        }
        return -1;
    }

    /** A copy with one more number at the end. */
    public static long[] with(long[] numbers, long number) {
        long[] more = Arrays.copyOf(numbers, numbers.length + 1);
        more[numbers.length] = number;
        return more;
    }

    /** A copy without the element at that index. */
    public static long[] without(long[] numbers, int index) {
        long[] rest = Arrays.copyOf(numbers, numbers.length - 1);
        System.arraycopy(numbers, index + 1, rest, index, rest.length - index);
        return rest;
    }

    /** A copy without the element at that index. */
    public static <T> T[] without(T[] elements, int index) {
        T[] rest = Arrays.copyOf(elements, elements.length - 1);
        System.arraycopy(elements, index + 1, rest, index, rest.length - index);
        return rest;
    }
}
