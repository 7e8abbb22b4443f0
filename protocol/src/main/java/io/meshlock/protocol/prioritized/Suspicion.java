package io.meshlock.protocol.prioritized;

import java.util.List;

/**
 * The state of the storm rule: how often this node has raised itself in vain, whether it suspects that the anchor is
 * out of reach, and the newest sign of life that it knows.
 */
final class Suspicion {

    private long stamp;
    private int raises;
    private boolean suspicious;
    private List<LedgerEntry> asked = List.of();

    /** The number of the newest sign of life known. */
    long stamp() {
        return stamp;
    }

    boolean isSuspicious() {
        return suspicious;
    }

    /** The grants that the newest sign of life asked about. */
    List<LedgerEntry> asked() {
        return asked;
    }

    /** Counts a raise; false if the limit is reached and the node has to suspect. */
    boolean mayRaise(int limit) {
        if (raises >= limit) {
            return false;
        }
        raises++;
        return true;
    }

    void suspect(long newStamp) {
        stamp = newStamp;
        suspicious = true;
    }

    /** A grant passed this node: the path to the anchor works. */
    void reassure() {
        raises = 0;
    }

    /** A newer sign of life arrived. */
    void heardAlive(long newStamp, List<LedgerEntry> nowAsked) {
        stamp = newStamp;
        suspicious = false;
        raises = 0;
        asked = nowAsked;
    }

    /** The token arrived with the number of its newest sign of life. */
    void atLeast(long tokenStamp) {
        stamp = Math.max(stamp, tokenStamp);
        raises = 0;
    }
}
