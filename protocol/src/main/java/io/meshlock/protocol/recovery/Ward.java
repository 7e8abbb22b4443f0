package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Request;
import java.util.List;

/**
 * One node's part in an algorithm with one token, as recovery wants to handle it: within one epoch it works as ever; between
 * epochs it starts afresh. It asks a {@link Gate} before it uses the token.
 */
public interface Ward {

    void request(long now, Request request, Effects out);

    void cancel(long now, long request, Effects out);

    void release(long now, long grant, Effects out);

    void receive(long now, int from, Message message, Effects out);

    void linkUp(long now, int peer, Effects out);

    void linkDown(long now, int peer, Effects out);

    void leave(long now, Effects out);

    void comeBack(long now, Effects out);

    /** The pool has so many permits from now on, as everybody will hear. Requests for more are rejected. */
    void resize(PoolSize size, Effects out);

    /** How many permits the pool has, as far as is known here. */
    int permits();

    String describe();

    /** The token is here for certain. */
    boolean hasToken();

    /** Somebody waits here, or is registered here, or news for the token's holder is here. */
    boolean isWanted();

    /** The largest number of grants, epochs aside, that this node knows of. */
    long count();

    /** This node as it enters another epoch: no token, no links; requests that wait and grants that are held stay. */
    Ward afresh();

    /**
     * Makes the token here.
     *
     * @param ledger the grants that are out
     * @param reserved slots that are kept back; no grant of the ledger has any of them
     * @param firstNumber the number of the first grant to come
     */
    void found(List<Holding> ledger, List<Integer> reserved, long firstNumber);

    /** The grants that are out, by the token here; how long they last is not the ward's business. */
    List<Holding> ledger();

    /** Strikes a grant off whose lease is over, as if it had been released. */
    void strike(long number);

    /** Keeps a slot back that no grant of the ledger has: the token came with it. */
    void reserve(int slot);

    /** A slot is kept back no longer. */
    void unreserve(int slot);

    /** Enters a grant that an earlier token made; its slots were {@linkplain #unreserve reserved} until now. */
    void adopt(Holding grant);

    /** Serves whoever can be served, since the gate may have opened or permits may be back. */
    void serve(Effects out);
}
