package io.meshlock.protocol;

/**
 * A client's request for permits of a pool.
 *
 * @param id chosen by the driver, unique among the requests of its node and pool
 * @param permits h, how many of the k permits
 * @param priority larger is more urgent; used by {@link Policy#PRIORITY}
 * @param deadline the instant, in the mesh's time, by which the permits are wanted; used by {@link Policy#DEADLINE}
 * @param once true if the request must not wait: whoever may grant it does so at once, or it is
 *     {@linkplain Effects#withdrawn withdrawn}; only for algorithms that {@linkplain Guarantees#answersTries answer}
 */
public record PermitRequest(long id, int permits, int priority, long deadline, boolean once) {

    /** A request that waits until it is granted or cancelled. */
    public PermitRequest(long id, int permits, int priority, long deadline) {
        this(id, permits, priority, deadline, false);
    }

    /** A request of priority 0 without a deadline. */
    public static PermitRequest of(long id, int permits) {
        return new PermitRequest(id, permits, 0, NO_DEADLINE);
    }

    /** Later than any deadline. Far enough from the range's end that arithmetic on it stays exact. */
    public static final long NO_DEADLINE = Long.MAX_VALUE >> 1;

    public PermitRequest withPriority(int value) {
        return new PermitRequest(id, permits, value, deadline, once);
    }

    public PermitRequest withDeadline(long value) {
        return new PermitRequest(id, permits, priority, value, once);
    }

    /** The same request as a try: it does not wait. */
    public PermitRequest tried() {
        return new PermitRequest(id, permits, priority, deadline, true);
    }
}
