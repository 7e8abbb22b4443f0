package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.SmallArrays;
import io.meshlock.protocol.WireSize;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** A small set of fencing tokens in order of arrival; immutable. Most sets have one or two elements. */
public final class GrantNumbers {

    public static final GrantNumbers NONE = new GrantNumbers(new long[0]);

    private final long[] numbers;

    private GrantNumbers(long[] numbers) {
        this.numbers = numbers;
    }

    /** These numbers, in this order, each once. */
    public static GrantNumbers of(long... numbers) {
        if (numbers.length > 1) { // every RELEASE that arrives passes here, and mostly tells of one grant
            checkDifferent(numbers);
        }
        return numbers.length == 0 ? NONE : new GrantNumbers(numbers.clone());
    }

    private static void checkDifferent(long... numbers) {
        Set<Long> different = new HashSet<>();
        for (long number : numbers) {
            if (!different.add(number)) {
                throw new IllegalArgumentException("grant number " + number + " twice");
            }
        }
    }

    public boolean isEmpty() {
        return numbers.length == 0;
    }

    public int size() {
        return numbers.length;
    }

    public long get(int index) {
        return numbers[index];
    }

    boolean contains(long number) {
        return SmallArrays.indexOf(numbers, number) >= 0;
    }

    GrantNumbers with(long number) {
        return SmallArrays.indexOf(numbers, number) >= 0 ? this : new GrantNumbers(SmallArrays.with(numbers, number));
    }

    GrantNumbers withAll(GrantNumbers others) {
        if (isEmpty()) {
            return others;
        }
        GrantNumbers all = this;
        for (long number : others.numbers) {
            all = all.with(number);
        }
        return all;
    }

    GrantNumbers without(GrantNumbers others) {
        GrantNumbers rest = NONE;
        for (long number : numbers) {
            rest = others.contains(number) ? rest : rest.with(number);
        }
        return rest;
    }

    /** At most so many, of those that came last. */
    GrantNumbers last(int most) {
        return size() <= most
                ? this
                : new GrantNumbers(Arrays.copyOfRange(numbers, numbers.length - most, numbers.length));
    }

    int bytes() {
        int bytes = 0;
        for (long number : numbers) {
            bytes += WireSize.number(number);
        }
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GrantNumbers that && Arrays.equals(numbers, that.numbers);
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
