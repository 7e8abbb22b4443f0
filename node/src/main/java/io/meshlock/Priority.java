package io.meshlock;

/**
 * How urgent a request is: larger goes first. Any whole number will do; {@link #NORMAL} is 0.
 *
 * <p>In a pool that ages, a request that has seen {@link PoolConfig#aging()} grants go by since it was made counts as one step
 * more urgent, so that nobody starves.
 *
 * @param value larger is more urgent
 */
public record Priority(int value) implements Comparable<Priority> {

    public static final Priority NORMAL = new Priority(0);

    public static Priority of(int value) {
        return value == 0 ? NORMAL : new Priority(value);
    }

    @Override
    public int compareTo(Priority other) {
        return Integer.compare(value, other.value);
    }
}
