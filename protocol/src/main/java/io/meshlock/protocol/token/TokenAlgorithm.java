package io.meshlock.protocol.token;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.Slots;
import java.util.List;

/**
 * A node of an algorithm with one token, as recovery drives it. Within an epoch it runs as it would without recovery;
 * in the next epoch it starts afresh. It asks a {@link TokenLeaseCheck} before it uses the token.
 */
public abstract class TokenAlgorithm extends Protocol {

    protected TokenAlgorithm(Setup setup) {
        super(setup);
    }

    /** The pool has this size from now on. Requests for more permits are rejected. */
    public abstract void resize(PoolSize size, Effects out);

    /** True if the token is certainly here. */
    public abstract boolean hasToken();

    /** True if this node has a use for the token: a waiting or registered request, or news for the token's holder. */
    public abstract boolean isWanted();

    /** The largest grant count, over all epochs, that this node knows of. */
    public abstract long count();

    /**
     * This node as it enters another epoch: without token and links. Waiting requests and grants of local clients stay.
     */
    public abstract TokenAlgorithm afresh();

    /**
     * Makes the token here.
     *
     * @param ledger the outstanding grants
     * @param reserved slots that are kept back; none is in the ledger
     * @param firstNumber the fencing token of the next grant
     */
    public abstract void makeToken(List<LeasedGrant> ledger, Slots reserved, long firstNumber);

    /** The outstanding grants, by the ledger of the token here. The algorithm does not know their leases. */
    public abstract List<LeasedGrant> ledger();

    /** The lease of a grant is over: nobody has it any more. */
    public abstract void lapse(long number);

    /** Removes a grant from the ledger: its node does not have it. */
    public abstract void strike(long number);

    /** Leaves a grant of the ledger these slots only: it has given the others back, and word of that was lost. */
    public abstract void reduce(long number, Slots kept);

    /** Keeps back slots that no grant of the ledger has. */
    public abstract void reserve(Slots slots);

    /** Frees slots that were kept back. */
    public abstract void unreserve(Slots slots);

    /** Adds a grant of an earlier token to the ledger; the caller has just {@linkplain #unreserve freed} its slots. */
    public abstract void adopt(LeasedGrant grant);

    /** Grants what can be granted: the token may have become valid, or permits may have been freed. */
    public abstract void serve(Effects out);
}
