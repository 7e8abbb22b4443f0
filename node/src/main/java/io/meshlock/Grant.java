package io.meshlock;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Permits that are held. Closing it gives them back; closing it again does nothing. Safe to use from any thread: permits
 * belong to whoever has the grant, not to a thread.
 *
 * <pre>{@code
 * try (Grant grant = docks.acquire(2)) {
 *     land(grant.fencingToken(), grant.slots());
 * }
 * }</pre>
 *
 * <p>A grant that is never closed keeps its permits until its node is closed, even if its thread has ended: use
 * try-with-resources.
 */
public interface Grant extends AutoCloseable {

    /** The name of the pool. */
    String pool();

    /** How many permits it holds. */
    int permits();

    /**
     * Larger than that of every grant of this pool that was made before. A protected resource that keeps the largest number
     * it has seen <i>per slot</i>, and refuses smaller ones, cannot be harmed by a holder that does not know that it lost its
     * grant.
     *
     * @throws UnsupportedOperationException if the pool's algorithm does not number grants over the whole mesh: {@code krl}
     *     and its kin do not
     */
    long fencingToken();

    /** Which of the permits 1…k it holds, ascending; empty if the pool's algorithm does not tell permits apart. */
    List<Integer> slots();

    /**
     * True while the permits are certainly held: neither closed nor lost, and the lease has not run out by this node's own
     * clock. A process that was stopped for longer than the lease finds false here when it goes on.
     */
    boolean isValid();

    /** How long the lease lasts without renewal; zero once it is not valid, and as good as for ever in a pool without leases. */
    Duration remaining();

    /**
     * Renews the lease of a grant that was asked for {@linkplain Request#withKeepAlive() with keep-alive}. Other grants are
     * renewed by their node, and need nobody to call this.
     *
     * @return whether it is still valid, and will be for another lease
     */
    boolean renew();

    /**
     * Has {@code listener} told, once, if the grant is lost before it is closed; at once if it is lost already. It runs on the
     * mesh's {@linkplain MeshlockBuilder#executor executor}.
     */
    void onLost(Consumer<LossReason> listener);

    /** Gives the permits back. Does not wait for anything, and does nothing if the grant was closed or lost before. */
    @Override
    void close();
}
