package io.meshlock.protocol.token;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.Slots;

/**
 * Answers a wrapped algorithm's questions before it uses the token or gives a grant to a client, and hears of grants
 * that came back.
 */
public interface TokenLeaseCheck {

    /** A pool without recovery: the token is always valid. */
    TokenLeaseCheck OPEN = new TokenLeaseCheck() {
        @Override
        public boolean mayGrant() {
            return true;
        }

        @Override
        public boolean mayGrantTo(int node) {
            return true;
        }

        @Override
        public boolean mayMoveTo(int neighbour) {
            return true;
        }

        @Override
        public boolean mayGrow() {
            return true;
        }

        @Override
        public boolean setsSize() {
            return false;
        }

        @Override
        public Reading readingOf(int node) {
            return Reading.UNTIMED;
        }

        @Override
        public long incarnation() {
            return 0;
        }

        @Override
        public long incarnationOf(int neighbour) {
            return 0;
        }

        @Override
        public boolean admits(long number, Key key, Slots slots, long since) {
            return true;
        }

        @Override
        public boolean mayPassOn() {
            return true;
        }

        @Override
        public void returned(long number) {
            // No leases to remove.
        }

        @Override
        public boolean isTimed() {
            return false;
        }

        @Override
        public boolean isInForce(long number) {
            return true;
        }

        @Override
        public void lapse(long number) {
            throw new IllegalStateException("there are no leases");
        }

        @Override
        public long remaining(long number) {
            return Long.MAX_VALUE;
        }

        @Override
        public long promiseTime(long span) {
            return Long.MAX_VALUE;
        }

        @Override
        public Reading promised(int node, long span) {
            return Reading.UNTIMED;
        }

        @Override
        public void promise(long number, long span) {
            // Nothing ends by itself.
        }

        @Override
        public void keep(long number, long time) {
            // A grant stays until it is released.
        }
    };

    /** That node's clock is not known. */
    long UNKNOWN = Long.MIN_VALUE;

    /** True if no other node can have made another token by now. Asked before every grant. */
    boolean mayGrant();

    /** True if that node's clock is known; until then its requests are passed over. */
    boolean mayGrantTo(int node);

    /**
     * True if the ledger may add permits after the pool was enlarged. A token that was made without asking all members
     * may not do so for a while: an earlier token may have granted these permits.
     */
    boolean mayGrow();

    /** True if recovery sets the pool's size. Otherwise the algorithm itself spreads the size that operators want. */
    boolean setsSize();

    /** True if the token may go to that neighbour. */
    boolean mayMoveTo(int neighbour);

    /**
     * What is known of that node and its clock. It travels with the GRANT: the grant is for that incarnation only, and
     * its lease counts from the reading. Asked only after {@link #mayGrantTo}.
     */
    Reading readingOf(int node);

    /** The incarnation of this node. */
    long incarnation();

    /** The incarnation of a neighbour whose link is up. */
    long incarnationOf(int neighbour);

    /**
     * A node's incarnation and its clock.
     *
     * @param incarnation the incarnation whose clock was read
     * @param at a lower bound of what that clock shows now, or {@link #UNKNOWN} in pools without leases
     */
    record Reading(long incarnation, long at) {

        /** In a pool without recovery nodes have one incarnation, and grants no lease. */
        public static final Reading UNTIMED = new Reading(0, UNKNOWN);
    }

    /**
     * A grant for a local client has arrived. False if its lease is already over: then it is returned unused, and the
     * request goes on waiting.
     *
     * @param since the lower bound of this node's clock when the grant was decided
     */
    boolean admits(long number, Key key, Slots slots, long since);

    /**
     * False if this node has told a newer token what it holds, which counts on nobody having these permits next, not
     * even another client of this node. Then they go home.
     */
    boolean mayPassOn();

    /** The ledger here has removed this grant. */
    void returned(long number);

    /** True if grants have leases: the ledger here removes those of nodes that are gone. */
    boolean isTimed();

    /** True if the ledger here keeps this grant for its node; asked only while the token is valid. */
    boolean isInForce(long number);

    /** The lease of this grant is over, though the ledger here may still have its number. */
    void lapse(long number);

    /** For how long the ledger here keeps this grant, unless it is renewed; 0 if its lease is over. */
    long remaining(long number);

    /**
     * Within how much time an heir should have its permits, so that enough of its lease is left then; 0 or less if none
     * may be named.
     *
     * @param span for how long the ledger keeps the heir's promise
     */
    long promiseTime(long span);

    /**
     * As {@link #readingOf}, for a promise that the ledger keeps for a time {@code span} only: a lease that counts from
     * this reading is over by then.
     */
    Reading promised(int node, long span);

    /** This grant has just been decided for an heir: the ledger here keeps it for that time, unless it is renewed. */
    void promise(long number, long span);

    /** The ledger here keeps this grant, if it has it, for at least {@code time} from now. */
    void keep(long number, long time);
}
