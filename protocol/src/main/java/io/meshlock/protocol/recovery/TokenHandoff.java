package io.meshlock.protocol.recovery;

import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.View;
import java.util.List;

/**
 * What travels with the token beside what the algorithm itself sends.
 *
 * @param incarnation the incarnation of the target that it is meant for
 * @param count the number of the newest heartbeat made
 * @param validFor how long the token may still grant without new evidence, when it was sent
 * @param yourTime the target's clock in its newest peer state known to the sender; with {@code heardFor}, it bounds the time in transit
 * @param heardFor how long before the sending, by the sender's clock, that peer state arrived
 * @param view who belongs to the pool
 * @param size in force: that of the view, or the one before it
 * @param committed a majority is known to have heard of this view
 * @param ledger time left for every grant of the ledger
 * @param reserved slots kept for members out of reach
 */
public record TokenHandoff(
        long incarnation,
        long count,
        long validFor,
        long yourTime,
        long heardFor,
        View view,
        PoolSize size,
        boolean committed,
        List<Remaining> ledger,
        List<FrozenToken.Reserved> reserved) {

    public TokenHandoff {
        ledger = List.copyOf(ledger);
        reserved = List.copyOf(reserved);
    }

    /** The lease of one grant of the ledger. */
    public record Remaining(long number, long remaining) {}
}
