package io.meshlock.protocol.token;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Setup;
import java.util.List;

/**
 * One node's part in an algorithm with one token, as recovery wants to handle it: within one epoch it works as ever; between
 * epochs it starts afresh. It asks a {@link TokenLeaseCheck} before it uses the token.
 */
public abstract class TokenAlgorithm extends Protocol {

    protected TokenAlgorithm(Setup setup) {
        super(setup);
    }

    /** The pool has so many permits from now on, as everybody will hear. Requests for more are rejected. */
    public abstract void resize(PoolSize size, Effects out);

    /** The token is here for certain. */
    public abstract boolean hasToken();

    /** Somebody waits here, or is registered here, or news for the token's holder is here. */
    public abstract boolean isWanted();

    /** The largest number of grants, epochs aside, that this node knows of. */
    public abstract long count();

    /** This node as it enters another epoch: no token, no links; requests that wait and grants that are held stay. */
    public abstract TokenAlgorithm afresh();

    /**
     * Makes the token here.
     *
     * @param ledger the grants that are out
     * @param reserved slots that are kept back; no grant of the ledger has any of them
     * @param firstNumber the number of the first grant to come
     */
    public abstract void found(List<LeasedGrant> ledger, List<Integer> reserved, long firstNumber);

    /** The grants that are out, by the token here; how long they last is not the algorithm's business. */
    public abstract List<LeasedGrant> ledger();

    /** Strikes a grant off whose lease is over, as if it had been released. */
    public abstract void strike(long number);

    /** Keeps a slot back that no grant of the ledger has: the token came with it. */
    public abstract void reserve(int slot);

    /** A slot is kept back no longer. */
    public abstract void unreserve(int slot);

    /** Enters a grant that an earlier token made; its slots were {@linkplain #unreserve reserved} until now. */
    public abstract void adopt(LeasedGrant grant);

    /** Serves whoever can be served, since the gate may have opened or permits may be back. */
    public abstract void serve(Effects out);
}
