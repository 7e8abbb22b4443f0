package io.meshlock.protocol;

import org.jspecify.annotations.Nullable;

/**
 * One node's part in one pool.
 *
 * <p>The driver calls one method per input and performs the effects in the order in which they were emitted. Calls are
 * never concurrent and never nested: an effect sink must not call back into the protocol. Every call is atomic, as the
 * papers assume of their event handlers.
 *
 * <pre>{@code
 * Protocol node = Algorithms.named("prioritized").create(Setup.alone(1, PoolSettings.permits(5)));
 * node.request(now, PermitRequest.of(1, 2).withPriority(90), effects); // effects.granted(...) at once: the founder is alone
 * }</pre>
 */
public abstract class Protocol {

    private final Setup setup;

    protected Protocol(Setup setup) {
        this.setup = setup;
    }

    /** This node's number. */
    public final int node() {
        return setup.node();
    }

    /** What the whole mesh agreed on for this pool. */
    public final PoolSettings pool() {
        return setup.pool();
    }

    /** How many permits the pool has, as far as this node knows: an operator may have {@linkplain #resize changed} it. */
    public int permits() {
        return pool().permits();
    }

    /**
     * A client wants permits. A request that can never be served, because it asks for less than one permit or more than
     * the pool {@linkplain #permits has}, is rejected at once and never reaches the algorithm.
     */
    public final void request(long now, PermitRequest request, Effects out) {
        if (request.permits() < 1) {
            out.rejected(request.id(), Rejection.LESS_THAN_ONE_PERMIT);
        } else if (request.permits() > permits()) {
            out.rejected(request.id(), Rejection.MORE_THAN_THE_POOL_HAS);
        } else {
            admit(now, request, out);
        }
    }

    /** A request that passed the contract's own checks. */
    protected abstract void admit(long now, PermitRequest request, Effects out);

    /**
     * A client no longer wants a request. If it still waits here it is {@linkplain Effects#withdrawn withdrawn} for
     * certain; if it is unknown or was granted already, nothing happens and the grant must be released as usual.
     */
    public abstract void cancel(long now, long request, Effects out);

    /** A client gives back the permits of a grant. Unknown grants are ignored: releasing is idempotent. */
    public abstract void release(long now, long grant, Effects out);

    /**
     * A message arrived over the link to {@code from}; or, if the algorithm's nodes write to anybody, from that node over
     * however many links. Messages over links that are not up are ignored.
     */
    public abstract void receive(long now, int from, Message message, Effects out);

    /** A link to {@code peer} came up. Algorithms whose nodes write to anybody are not told. */
    public void linkUp(long now, int peer, Effects out) {}

    /**
     * The link to {@code peer} went down; nothing more arrives over it. Algorithms whose nodes write to anybody are not
     * told.
     */
    public void linkDown(long now, int peer, Effects out) {}

    /**
     * A timer set through {@link Effects#setTimer(int, long)} ran out. Algorithms ignore timers that are none of theirs.
     *
     * @param timer {@link TimerId#id}
     */
    public void timerFired(long now, int timer, Effects out) {}

    /**
     * The node wants to doze or to be disconnected for a while. Requests that wait are {@linkplain Effects#withdrawn
     * withdrawn}, grants are held until they are released, and what others need is handed over to them; then {@link
     * Effects#mayLeave} says so. Requests made meanwhile wait here until the node {@linkplain #comeBack comes back}. A dozing
     * node still gets messages and is seldom disturbed by any; one that is disconnected gets none.
     *
     * <p>An algorithm that knows nothing of leaving never says that the node may ({@link Guarantees.Hosts}).
     */
    public void leave(long now, Effects out) {}

    /**
     * The node is awake again or can be reached again, after it left, or after an accident that it knows of. It may also be
     * called at any other time: it is a good moment to repeat what got no answer.
     */
    public void comeBack(long now, Effects out) {}

    /**
     * The operator wants a new token made here, whatever the pool's policy; he answers for it that whoever does not take part
     * has stopped. Pools without recovery ignore it.
     */
    public void recover(long now, Effects out) {}

    /** The operator says that a member is gone for good and counts no more. Pools without recovery ignore it. */
    public void forget(long now, int member, Effects out) {}

    /** How the pool stands as seen from here; null in pools without recovery. */
    public @Nullable RecoveryStatus status(long now) {
        return null;
    }

    /**
     * An operator wants the pool to have so many permits from now on. New permits are granted as soon as whoever grants hears
     * of them. If there are to be fewer, nobody loses what he holds: permits retire as they come back, and until then nothing
     * is granted that would leave more out than there are to be. Requests that wait for more than there are to be are
     * {@linkplain Effects#rejected rejected} as the news reaches their nodes.
     *
     * @throws IllegalArgumentException if it is less than one
     * @throws UnsupportedOperationException if the algorithm's pools keep their size ({@link Guarantees#resizable})
     */
    public final void resize(long now, int permits, Effects out) {
        if (permits < 1) {
            throw new IllegalArgumentException("a pool needs at least 1 permit, not " + permits);
        }
        changeSize(now, permits, out);
    }

    /** A change of size that passed the contract's own checks. */
    protected void changeSize(long now, int permits, Effects out) {
        throw new UnsupportedOperationException("pools of this algorithm keep their size");
    }

    /** One line about the present state, for narratives and inspection; its wording is no interface. */
    public abstract String describe();

    /** The same inputs as values, for drivers that store, replay or enumerate them. */
    public final void step(long now, Input input, Effects out) {
        input.applyTo(this, now, out);
    }
}
