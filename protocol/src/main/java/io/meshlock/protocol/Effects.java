package io.meshlock.protocol;

/**
 * The effects of a {@link Protocol}, in order. The driver performs them after or while the input is handled, and never
 * calls the same protocol from inside an effect.
 *
 * <p>Methods marked as observations require no action. They let a journal record what happened, for checkers that share
 * no code with the protocol.
 */
public interface Effects {

    /**
     * Sends a message: to a neighbour over the link that is up, or, if the algorithm's {@link Guarantees.Reach} is
     * {@code ANYBODY}, to any other node of the mesh, 0 … meshSize − 1, over any number of links. Messages to
     * neighbours arrive in order or die with their link. Messages to anybody may overtake each other and, unless
     * {@link Setup#lossyLinks} is false, get lost or arrive twice.
     */
    void send(int to, Message message);

    /** A local request was granted. */
    void granted(PermitGrant grant);

    /** A local request is rejected: it can never be granted and does not wait. */
    void rejected(long request, Rejection why);

    /** A local request was cancelled while it waited; it will certainly not be granted. */
    void withdrawn(long request);

    /**
     * Asks for {@link Protocol#timerFired} after {@code delay}; setting a running timer again restarts it. Algorithms
     * name their timers by {@link #setTimer(TimerId, long)}.
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
     * Asks that this node's next {@linkplain Setup#incarnation incarnation}, should it lose its memory, be larger than
     * this. The driver has to store it durably before it performs any later effect.
     */
    default void remember(int incarnation) {}

    /**
     * The grant's lease runs until this node's clock shows {@code validUntil}. Emitted with {@link #granted} and after
     * every renewal. Grants without a lease last until they are released.
     */
    default void leased(long grant, long validUntil) {}

    /** The grant is lost because its lease ran out. The client must neither use nor release it. */
    default void lost(long grant) {}

    /** Asks to store this state durably before any later effect is performed. */
    default void keep(DurableState durable) {}

    /** Observation: a new token was made here, in this epoch. {@code how} is a line for people. */
    default void recovered(Epoch epoch, String how) {}

    /**
     * Observation: others remember of this node's vote what its disk does not, so the disk was put back to an earlier
     * state. The vote is lost, as with a lost disk.
     */
    default void forgot() {}

    /**
     * Observation: others have heard of a later incarnation of this node than this one. Its memory is older than what it
     * ran with before, its clock went back, or another process is this node. Repeated as often as they say so.
     */
    default void heardOfLaterSelf() {}

    /** Observation: the local request waits under this key. Repeated if it gets another number or birth. */
    default void waiting(long request, Key key) {}

    /** Observation: this node, holding the right to grant, decided that {@code key} gets grant {@code number}. */
    default void decided(long number, Key key) {}

    /** Observation: the number of tokens at this node is now {@code held}. */
    default void tokens(int held) {}

    /** Observation: this node goes by this pool size from now on. */
    default void resized(PoolSize size) {}
}
