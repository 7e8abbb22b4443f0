package io.meshlock;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * The permits that a request was given. Closing the grant gives them back; closing it again does nothing. Grants are
 * thread-safe: permits belong to the grant, not to the thread that asked for them.
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

    /** How many permits it holds; fewer after some were {@linkplain #release given back}. */
    int permits();

    /**
     * A number that is larger than the fencing token of every earlier grant of this pool. A protected resource that
     * keeps the largest token it has seen <i>per slot</i>, and refuses smaller ones, is safe from a client that does
     * not know that it lost its grant.
     *
     * @throws UnsupportedOperationException if the pool's algorithm does not number grants over the whole mesh, as
     *     {@code krl}
     */
    long fencingToken();

    /**
     * The fencing token as a text, with the pool's instance before it. Texts compare, as texts, as tokens do; and if the
     * pool was bootstrapped twice by mistake, every text of the older instance is larger than every text of the younger.
     * A resource that compares texts instead of numbers is safe from such a mistake, too.
     *
     * @throws UnsupportedOperationException as {@link #fencingToken()}
     */
    String fence();

    /** Which of the permits 1…k it holds, in ascending order; empty if the pool's algorithm does not number permits. */
    List<Integer> slots();

    /**
     * True while the permits are certainly held: neither closed nor lost, and the lease has not run out by this node's
     * own clock. A process that was suspended for longer than the lease gets false when it resumes.
     */
    boolean isValid();

    /**
     * How long the lease lasts without renewal: zero if the grant is not valid, {@link Long#MAX_VALUE} nanoseconds in a
     * pool without leases.
     */
    Duration remaining();

    /**
     * Renews the lease of a grant whose request was made {@linkplain Request#withKeepAlive() with keep-alive}. The node
     * renews all other grants itself.
     *
     * @return true if the grant is still valid and was renewed for another lease
     */
    boolean renew();

    /**
     * Sets anew for how long the grant may be, and at least is, held: counted from now, and instead of what its request
     * said ({@link Request#maxHold}, {@link Request#minHold}).
     *
     * @param maxHold zero for no limit
     * @param minHold zero for none
     * @return false if the grant is closed or lost already; then nothing changes
     * @throws IllegalArgumentException as the limits of a request
     */
    boolean extend(Duration maxHold, Duration minHold);

    /**
     * Gives back some of the permits, those with the highest {@linkplain #slots() slots}, without blocking; the grant,
     * its lease and its fencing token stay. Giving back all of them is {@link #close()}.
     *
     * <pre>{@code
     * Grant all = docks.acquire(5);
     * all.release(3); // the other two are still held
     * }</pre>
     *
     * <p>As all permits of the grant, they come back no sooner than its {@linkplain Request#minHold least hold} says.
     *
     * @param permits how many, at least 1 and at most {@link #permits()}
     * @return false if the grant is closed or lost already; then nothing changes
     * @throws IllegalArgumentException if there are not so many
     * @throws UnsupportedOperationException if grants of the pool's algorithm come back whole: those of all but {@code
     *     prioritized} and {@code prioritized-moving}
     */
    boolean release(int permits);

    /**
     * Calls {@code listener} once if the grant is lost before it is closed; immediately if it is lost already. The
     * listener runs on a thread that the node keeps for losses, so that nobody else's callback can hold it up; or on
     * the node's {@linkplain MeshlockBuilder#executor executor}, if one was given.
     */
    void onLost(Consumer<LossReason> listener);

    /**
     * Gives the permits back, without blocking: at once, or when they were {@linkplain Request#minHold held} for long
     * enough. Does nothing if the grant was closed or lost before.
     */
    @Override
    void close();
}
