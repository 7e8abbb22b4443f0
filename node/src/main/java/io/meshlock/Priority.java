package io.meshlock;

/**
 * How urgent a request is: larger values go first. Any {@code int} is allowed; {@link #NORMAL} is 0.
 *
 * <p>In a pool with aging, a request gains one step for every {@link PoolConfig#aging()} grants made while it waits, so
 * that no request starves.
 *
 * @param value larger is more urgent
 */
public record Priority(int value) implements Comparable<Priority> {

    /** The default, 0. */
    public static final Priority NORMAL = new Priority(0);

    /** The priority with this value. */
    public static Priority of(int value) {
        return value == 0 ? NORMAL : new Priority(value);
    }

    @Override
    public int compareTo(Priority other) {
        return Integer.compare(value, other.value);
    }
}
