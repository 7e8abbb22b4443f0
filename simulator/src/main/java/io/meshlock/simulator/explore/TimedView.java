package io.meshlock.simulator.explore;

import io.meshlock.protocol.RecoveryStatus;
import io.meshlock.simulator.inspect.LedgerContents;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the search needs to know of a node's state without unpacking it. Times are by the node's clock.
 *
 * @param down whether the node is down
 * @param asked how many requests it has made
 * @param waiting the requests that wait, as bits
 * @param held what its clients have, and may use until the lease is over
 * @param nextTimer when its next timer is due
 * @param validUntil until when its token may grant; the smallest number if it has none
 * @param ledger what its token's ledger says; null if it has no token that may grant
 * @param lastDecided the number of the latest decision made here
 */
record TimedView(
        boolean down,
        int asked,
        int waiting,
        List<TimedWitness.Held> held,
        long nextTimer,
        long validUntil,
        @Nullable LedgerContents ledger,
        long lastDecided) {

    static TimedView of(
            TimedWitness witness, @Nullable RecoveryStatus status, @Nullable LedgerContents ledger, long now) {
        boolean valid = !witness.down && status != null && status.token() && status.validFor() > 0;
        long next = witness.timers.stream().mapToLong(Long::longValue).min().orElse(TimedWitness.NEVER);
        return new TimedView(
                witness.down,
                witness.asked,
                witness.waiting,
                List.copyOf(witness.held),
                next,
                valid && status != null ? now + status.validFor() : Long.MIN_VALUE,
                valid ? ledger : null,
                witness.lastDecided);
    }
}
