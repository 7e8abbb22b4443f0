package io.meshlock.protocol.recovery;

/** What a wrapped algorithm has to ask before it uses its token. */
public interface Gate {

    /** A pool without recovery: the token is always good. */
    Gate OPEN = new Gate() {
        @Override
        public boolean mayGrant() {
            return true;
        }

        @Override
        public boolean mayMoveTo(int neighbour) {
            return true;
        }

        @Override
        public long clockOf(int node) {
            return UNKNOWN;
        }
    };

    /** Nothing is known of that node's clock. */
    long UNKNOWN = Long.MIN_VALUE;

    /** True if nobody else can have made another token by now. Asked before every grant. */
    boolean mayGrant();

    /** True if the token may go to that neighbour. */
    boolean mayMoveTo(int neighbour);

    /**
     * What that node's own clock shows at least by now, or {@link #UNKNOWN}: its lease counts from there. It travels with the
     * GRANT, however long that takes.
     */
    long clockOf(int node);
}
