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
        public long clockOf(int node) {
            return UNKNOWN;
        }

        @Override
        public boolean admits(long number, Key key, Slots slots, long since) {
            return true;
        }

        @Override
        public void returned(long number) {
            // No leases to remove.
        }
    };

    /** That node's clock is not known. */
    long UNKNOWN = Long.MIN_VALUE;

    /** True if no other node can have made another token by now. Asked before every grant. */
    boolean mayGrant();

    /** True if that node is a member whose clock is known; until then its requests are passed over. */
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
     * A lower bound of what that node's own clock shows now, or {@link #UNKNOWN}. It travels with the GRANT, and the
     * grantee's lease counts from it.
     */
    long clockOf(int node);

    /**
     * A grant for a local client has arrived. False if its lease is already over: then it is returned unused, and the
     * request goes on waiting.
     *
     * @param since the lower bound of this node's clock when the grant was decided
     */
    boolean admits(long number, Key key, Slots slots, long since);

    /** The ledger here has removed this grant. */
    void returned(long number);
}
