package io.meshlock.protocol.token;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.Slots;

/** What a wrapped algorithm has to ask before it uses its token or lets a client enter, and whom it tells what came back. */
public interface TokenLeaseCheck {

    /** A pool without recovery: the token is always good. */
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
            // No leases, nothing to forget.
        }
    };

    /** Nothing is known of that node's clock. */
    long UNKNOWN = Long.MIN_VALUE;

    /** True if nobody else can have made another token by now. Asked before every grant. */
    boolean mayGrant();

    /** True if that node is a member whose clock is known; until then its requests count as not yet heard of. */
    boolean mayGrantTo(int node);

    /**
     * True if the ledger may take up permits that the pool got by a change of size. A token that was made without asking
     * everybody may not for a while: an earlier one may have granted them.
     */
    boolean mayGrow();

    /** True if the gate says how many permits there are; otherwise the algorithm itself spreads what operators want. */
    boolean setsSize();

    /** True if the token may go to that neighbour. */
    boolean mayMoveTo(int neighbour);

    /**
     * What that node's own clock shows at least by now, or {@link #UNKNOWN}: its lease counts from there. It travels with the
     * GRANT, however long that takes.
     */
    long clockOf(int node);

    /**
     * A grant is here for a local client. False if it is so late that its lease is over: then it goes back unused, and the
     * request waits on.
     *
     * @param since what this node's clock showed at least when it was decided
     */
    boolean admits(long number, Key key, Slots slots, long since);

    /** The ledger here has struck this grant off. */
    void returned(long number);
}
