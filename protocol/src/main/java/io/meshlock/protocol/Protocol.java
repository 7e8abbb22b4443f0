package io.meshlock.protocol;

import org.jspecify.annotations.Nullable;

/**
 * A node's state machine for one pool.
 *
 * <p>The driver calls one method per input and performs the effects in the order in which they were emitted. Calls are
 * never concurrent and never nested: effects must not call back into the protocol. Every call is atomic, as the papers
 * assume of their event handlers.
 *
 * <pre>{@code
 * Protocol node = Algorithms.named("prioritized").create(Setup.alone(1, PoolSettings.permits(5)));
 * node.request(now, PermitRequest.of(1, 2).withPriority(90), effects); // effects.granted(...) at once: no other node
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

    /** The settings of the pool, the same at all nodes. */
    public final PoolSettings pool() {
        return setup.pool();
    }

    /**
     * How many permits the pool has, as far as this node knows: an operator may have {@linkplain #resize changed} it.
     */
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

    /** Handles a request that passed the contract's own checks. */
    protected abstract void admit(long now, PermitRequest request, Effects out);

    /**
     * A client no longer wants a request. If it still waits here it is {@linkplain Effects#withdrawn withdrawn} for
     * certain; if it is unknown or was granted already, nothing happens and the grant must be released as usual.
     */
    public abstract void cancel(long now, long request, Effects out);

    /** A client gives back the permits of a grant. Unknown grants are ignored: releasing is idempotent. */
    public abstract void release(long now, long grant, Effects out);

    /**
     * A client gives back some of the permits of a grant, and keeps at least one. Slots that the grant does not have do
     * not matter, nor do unknown grants.
     *
     * @throws UnsupportedOperationException if the algorithm's grants come back whole ({@link Guarantees#amends})
     */
    public void giveBack(long now, long grant, Slots slots, Effects out) {
        throw new UnsupportedOperationException("grants of this algorithm come back whole");
    }

    /**
     * Whoever grants is to keep the permits of this grant for at least {@code time} from now, even if this node is gone
     * and its lease over, unless they are {@linkplain #release released}. Algorithms without leases ignore it, for
     * nobody takes back what a node holds that is gone.
     */
    public void keep(long now, long grant, long time, Effects out) {}

    /**
     * The node leaves with a grant that others {@linkplain #keep keep}: it is forgotten here and not released. Unknown
     * grants are ignored.
     */
    public void abandon(long now, long grant, Effects out) {
        release(now, grant, out);
    }

    /**
     * A message arrived over the link to {@code from}; or, if the algorithm's nodes write to any node, from that node
     * over any number of links. Messages over links that are not up are ignored.
     */
    public abstract void receive(long now, int from, Message message, Effects out);

    /** A link to {@code peer} came up. Not called if the algorithm's nodes write to any node. */
    public void linkUp(long now, int peer, Effects out) {}

    /**
     * The link to {@code peer} went down; nothing more arrives over it. Not called if the algorithm's nodes write to
     * any node.
     */
    public void linkDown(long now, int peer, Effects out) {}

    /**
     * A timer set through {@link Effects#setTimer(int, long)} ran out. Algorithms ignore unknown timers.
     *
     * @param timer {@link TimerId#id}
     */
    public void timerFired(long now, int timer, Effects out) {}

    /**
     * The node wants to doze or to be disconnected for a while. Waiting requests are
     * {@linkplain Effects#withdrawn withdrawn}, grants are held until they are released, and state that other nodes
     * need is handed over to them; then {@link Effects#mayLeave} is emitted. New requests wait until the node
     * {@linkplain #comeBack comes back}. A dozing node still receives messages, but few; a disconnected one receives
     * none.
     *
     * <p>An algorithm that does not support leaving never emits it ({@link Guarantees.Hosts}).
     */
    public void leave(long now, Effects out) {}

    /**
     * The node is awake or reachable again, after it left or after a disconnection that it noticed. May be called at
     * any other time, too. Algorithms repeat messages that got no answer.
     */
    public void comeBack(long now, Effects out) {}

    /**
     * The operator orders this node to make a new token, whatever the pool's policy, and asserts that all nodes that do
     * not take part are down. Pools without recovery ignore it.
     */
    public void recover(long now, Effects out) {}

    /**
     * The operator says that a member is gone for good and no longer counts for majorities. Pools without recovery
     * ignore it.
     */
    public void forget(long now, int member, Effects out) {}

    /** The pool's status as seen from this node; null in pools without recovery. */
    public @Nullable RecoveryStatus status(long now) {
        return null;
    }

    /**
     * The operator changes the size of the pool. New permits are granted as soon as the granting node hears of the
     * change. If the pool shrinks, grants stay: permits retire as they are released, and nothing is granted that would
     * exceed the new size. Waiting requests for more permits than the new size are
     * {@linkplain Effects#rejected rejected} when their nodes hear of it.
     *
     * @throws IllegalArgumentException if {@code permits} is less than one
     * @throws UnsupportedOperationException if the algorithm's pools keep their size ({@link Guarantees#resizable})
     */
    public final void resize(long now, int permits, Effects out) {
        PoolBounds.checkPermits(permits);
        changeSize(now, permits, out);
    }

    /** Handles a change of size that passed the contract's own checks. */
    protected void changeSize(long now, int permits, Effects out) {
        throw new UnsupportedOperationException("pools of this algorithm keep their size");
    }

    /** One line about the present state, for narratives and inspection; its wording is no interface. */
    public abstract String describe();

    /** Applies an input given as a value, for drivers that store, replay or enumerate inputs. */
    public final void step(long now, Input input, Effects out) {
        input.applyTo(this, now, out);
    }
}
