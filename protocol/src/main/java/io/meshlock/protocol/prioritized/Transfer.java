package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.WireSize;

/**
 * A move of the token over a link that died before the receiver acknowledged it.
 *
 * @param hop the number of the move; moves are numbered without gaps for as long as the token exists
 * @param target the receiver, the only node that knows whether the token arrived
 * @param incarnation the receiver's incarnation when the token was sent: a later one cannot tell
 * @param verdict what is known about the move
 */
public record Transfer(long hop, int target, long incarnation, Verdict verdict) {

    private static final int VERDICT_BYTES = 2;

    /** Later verdicts outrank earlier ones. */
    public enum Verdict {
        ASKED,
        ACCEPTED,
        REFUSED
    }

    /** True if this is newer than what was known. */
    boolean isNewsAfter(Transfer known) {
        return hop != known.hop ? hop > known.hop : verdict.compareTo(known.verdict) > 0;
    }

    /** True if this decides the move {@code asked}: it was judged, or a later move shows that it arrived. */
    boolean settles(long asked) {
        return hop > asked || (hop == asked && verdict != Verdict.ASKED);
    }

    Transfer judged(Verdict newVerdict) {
        return new Transfer(hop, target, incarnation, newVerdict);
    }

    int bytes() {
        return WireSize.number(hop)
                + WireSize.number(target)
                + (incarnation == 0 ? 0 : WireSize.number(incarnation))
                + VERDICT_BYTES;
    }

    @Override
    public String toString() {
        return "hop " + hop + " to " + target + " " + verdict;
    }
}
