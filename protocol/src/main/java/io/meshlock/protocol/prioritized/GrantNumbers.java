package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.WireSize;
import java.util.Arrays;

/** A small set of grant numbers in order of arrival; immutable. Sets seldom hold more than one or two. */
final class GrantNumbers {

    static final GrantNumbers NONE = new GrantNumbers(new long[0]);

    private final long[] numbers;

    private GrantNumbers(long[] numbers) {
        this.numbers = numbers;
    }

    boolean isEmpty() {
        return numbers.length == 0;
    }

    int size() {
        return numbers.length;
    }

    long get(int index) {
        return numbers[index];
    }

    GrantNumbers with(long number) {
        for (long known : numbers) {
            if (known == number) {
                return this;
            }
        }
        long[] more = Arrays.copyOf(numbers, numbers.length + 1);
        more[numbers.length] = number;
        return new GrantNumbers(more);
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

    int bytes() {
        int bytes = 0;
        for (long number : numbers) {
            bytes += WireSize.number(number);
        }
        return bytes;
    }

    @Override
    public String toString() {
        return Arrays.toString(numbers);
    }
}
