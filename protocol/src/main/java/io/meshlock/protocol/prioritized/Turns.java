package io.meshlock.protocol.prioritized;

/**
 * How long permits are held, and how long they travel, as the token's holder sees it. Of several lines, one may come
 * free long before the one in which a request waits; so heirs are named only where holds are short, and one of them in a
 * pool with leases only if its turn comes well before its lease ends.
 */
final class Turns {

    /** Not known yet. */
    static final long UNKNOWN = -1;

    /** Holds that take no longer than so many ways of a permit are short. */
    private static final int SHORT = 8;

    private long hold = UNKNOWN;
    private long travel = UNKNOWN;

    // The grant whose way is measured: sent from here at that time.
    private long probe;
    private long probeSent;

    /** A grant leaves. */
    void sent(long number, long now) {
        if (probe == 0) {
            probe = number;
            probeSent = now;
        }
    }

    /** Permits came home, last from this grant. */
    void cameHome(long number, long now, long held) {
        if (held != UNKNOWN) {
            hold = hold == UNKNOWN ? held : hold + (held - hold) / 4;
        }
        if (number == probe && held != UNKNOWN) {
            long way = Math.max(0, now - probeSent - held) / 2;
            travel = travel == UNKNOWN ? way : travel + (way - travel) / 4;
        }
        if (number >= probe) {
            probe = 0; // a probe that got heirs does not come home itself
        }
    }

    /** True if a request that is bound to one line does not wait much longer than for the first permit to come free. */
    boolean areShort() {
        return hold != UNKNOWN && travel != UNKNOWN && hold <= SHORT * travel;
    }

    /** True if the last of a line of that length is probably served within that time. */
    boolean fit(int length, long time) {
        return hold != UNKNOWN && travel != UNKNOWN && hold + 2 * travel <= time / length;
    }
}
