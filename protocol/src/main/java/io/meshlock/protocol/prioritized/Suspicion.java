package io.meshlock.protocol.prioritized;

import java.util.List;

/**
 * The storm rule's memory: how often this node has raised itself in vain, whether it suspects that the anchor is out of
 * reach, and the newest sign of life it knows.
 */
final class Suspicion {

    private long stamp;
    private int raises;
    private boolean suspicious;
    private List<LedgerEntry> asked = List.of();

    /** The newest stamp known. */
    long stamp() {
        return stamp;
    }

    boolean isSuspicious() {
        return suspicious;
    }

    /** The grants that the newest beacon asked about. */
    List<LedgerEntry> asked() {
        return asked;
    }

    /** One more raise; false if there were enough of them, and it is time to suspect. */
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

    /** A grant passed by: the way to the anchor is good. */
    void reassure() {
        raises = 0;
    }

    /** A newer stamp: the anchor lives. */
    void heardAlive(long newStamp, List<LedgerEntry> nowAsked) {
        stamp = newStamp;
        suspicious = false;
        raises = 0;
        asked = nowAsked;
    }

    /** The token arrived with its own stamp. */
    void atLeast(long tokenStamp) {
        stamp = Math.max(stamp, tokenStamp);
        raises = 0;
    }
}
