package io.meshlock.protocol.krl;

/** What a node knows of the load, for adaptive forwarding: from its own clients. Nothing of it is sent but in tokens. */
final class Load {

    /** A running mean covers about twice so many values. */
    static final int MEMORY = 16;

    /** Clients that ask again after so many hops on average do so before a token that has gone round is back. */
    private static final int SOON = 2;

    private static final long UNKNOWN = -1;

    /** When a token was last used here. */
    private long usedAt = UNKNOWN;

    /** How long the last token was under way to this node; at least 1. */
    private long hopTime = UNKNOWN;

    /** When a client last left. */
    private long leftAt = UNKNOWN;

    /** How long this node wants no token after a client has left; a running mean, times {@link #MEMORY}. */
    private long pause = UNKNOWN;

    /** A token arrived. */
    void hop(long time) {
        hopTime = Math.max(time, 1);
    }

    /** Records in a token how long this node had not used one, if that can be told in hops. */
    TokenTrail used(TokenTrail token, long now) {
        long before = usedAt;
        usedAt = now;
        return before == UNKNOWN || hopTime == UNKNOWN
                ? token.wanted()
                : token.used(Math.max(now - before, 0) / hopTime);
    }

    /** A client asks at a node where no other waits or is inside. */
    void asked(long now) {
        if (pause != UNKNOWN) {
            pause += Math.max(now - leftAt, 0) - pause / MEMORY;
        }
    }

    /** A client has left. */
    void left(long now) {
        leftAt = now;
        if (pause == UNKNOWN && hopTime != UNKNOWN) {
            pause = 2 * SOON * hopTime * MEMORY;
        }
    }

    /** True if, as a rule, a client asks again soon after one has left. */
    boolean isBackSoon() {
        return pause != UNKNOWN && pause / MEMORY <= SOON * hopTime;
    }
}
