package io.meshlock.protocol;

/**
 * What a {@link Protocol} wants done, in order. The driver performs it after (or while) the input is handled, but never
 * calls back into the same protocol from here.
 *
 * <p>The methods that say so are observations: they ask for nothing and exist so that a journal, and checkers that share
 * no code with the protocol, can judge what happened.
 */
public interface Effects {

    /**
     * Sends a message: to a neighbour over the link that is up, or, if the algorithm's {@link Guarantees.Reach} is
     * {@code ANYBODY}, to any other node of the mesh, 0 … meshSize − 1, over as many links as it takes. Messages to
     * neighbours arrive in order or die with their link. Messages to anybody may overtake each other and, unless
     * {@link Setup#lossyLinks} is false, get lost or arrive twice.
     */
    void send(int to, Message message);

    /** A local request was given its permits; the client may enter. */
    void granted(PermitGrant grant);

    /** A local request can never be served; it is not waiting. */
    void rejected(long request, Rejection why);

    /** A local request was cancelled while it waited; it will certainly not be granted. */
    void withdrawn(long request);

    /**
     * Asks for {@link Protocol#timerFired} after {@code delay}; setting a running timer again restarts it. Algorithms name their
     * timers by {@link #setTimer(TimerId, long)}.
     *
     * @param timer {@link TimerId#id}
     */
    void setTimer(int timer, long delay);

    /** Asks for {@link Protocol#timerFired} with this timer's number after {@code delay}. */
    default void setTimer(TimerId timer, long delay) {
        setTimer(timer.id(), delay);
    }

    /**
     * Answers {@link Protocol#leave}: the others can do without this node, which may be switched off or cut off until
     * {@link Protocol#comeBack}.
     */
    default void mayLeave() {}

    /**
     * Asks that this node's next {@linkplain Setup#incarnation incarnation}, should it lose its memory, be larger than this.
     * The driver has to keep it, where a crash does not reach it, before it performs any later effect.
     */
    default void remember(int incarnation) {}

    /**
     * The grant is the client's until this node's clock shows {@code validUntil}; said with {@link #granted}, and again whenever
     * its lease was renewed. Grants without a lease last until they are released.
     */
    default void leased(long grant, long validUntil) {}

    /** The grant's lease ran out, or nobody else believes in it any more: the client must not use it, nor release it. */
    default void lost(long grant) {}

    /** Asks to keep this where no crash reaches it, before any later effect is performed. */
    default void keep(DurableState durable) {}

    /** Observation: a new token was made here, in this epoch. {@code how} is a line for people. */
    default void recovered(Epoch epoch, String how) {}

    /** Observation: the local request waits under this key (again, if it got another number or birth). */
    default void waiting(long request, Key key) {}

    /** Observation: this node, holding the right to grant, decided that {@code key} gets grant {@code number}. */
    default void decided(long number, Key key) {}

    /** Observation: the number of tokens at this node is now {@code held}. */
    default void tokens(int held) {}

    /** Observation: from now on this node takes the pool to be of this size; if it may grant, it grants by it. */
    default void resized(PoolSize size) {}
}
