package io.meshlock.protocol.recovery;

import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.View;
import java.util.List;

/**
 * The token hand-off: travels with the algorithm's token message.
 *
 * @param incarnation the target's incarnation
 * @param count the count of the newest heartbeat
 * @param validFor the remaining validity when the token was sent
 * @param yourTime the target's clock in its newest peer state that the sender knows; with {@code heardFor}, it bounds
 *     the time in transit
 * @param heardFor how long before the sending, by the sender's clock, that peer state arrived
 * @param view the members and the pool's size
 * @param size the size in force: that of the view, or the one before it
 * @param committed a majority of the view's members is known to have the view
 * @param ledger the remaining lease of every grant of the ledger
 * @param reserved slots kept back because members out of reach may hold them
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

    /** The remaining lease of one grant of the ledger. */
    public record Remaining(long number, long remaining) {}
}
