package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.prioritized.PrioritizedMessage.Token;
import io.meshlock.protocol.prioritized.Transfer.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * What a node knows about moves of the token whose link died before they were acknowledged.
 *
 * <p>Moves are numbered without gaps and there is one token, so three numbers are enough: the last move accepted here,
 * the last one refused here, and the latest move that any node asked about. A node that asks about an older move learns
 * from a larger number that its move arrived.
 */
final class TokenCustody {

    private long lastAccepted;
    private long lastRefused;
    private @Nullable Transfer latest;
    private @Nullable Token inDoubt;

    /** True if this node does not know whether the token that it sent arrived: it may still be the anchor. */
    boolean isInDoubt() {
        return inDoubt != null;
    }

    /** The latest move that was asked about, for neighbours that may not have heard of it. */
    @Nullable
    Transfer latest() {
        return latest;
    }

    /** A token arrived; false if its move was refused meanwhile, so that its sender has taken the token back. */
    boolean accepts(Token token) {
        if (token.hop() <= lastRefused) {
            return false;
        }
        lastAccepted = token.hop();
        inDoubt = null; // our move in doubt arrived: the token is here again
        return true;
    }

    /**
     * The link died before a token was acknowledged. Returns the move to ask about, or null if it is known to have
     * arrived.
     */
    @Nullable
    Transfer doubt(Token token, int target, long incarnation) {
        if (token.hop() <= lastAccepted || (latest != null && token.hop() < latest.hop())) {
            return null; // the token has been back here or moved on since
        }
        inDoubt = token;
        latest = new Transfer(token.hop(), target, incarnation, Verdict.ASKED);
        return latest;
    }

    /** Takes in what a neighbour knows; false if it is not new. */
    boolean learns(Transfer heard) {
        if (latest != null && !heard.isNewsAfter(latest)) {
            return false;
        }
        latest = heard;
        return true;
    }

    /**
     * The answer of a node that took the token after the move that was asked about: it must have arrived, since its
     * sender has not taken the token back. The target may be unable to tell, having lost its memory. Null if this node
     * knows nothing.
     */
    @Nullable
    Transfer prove() {
        Transfer asked = latest;
        if (asked == null || asked.verdict() != Verdict.ASKED || lastAccepted <= asked.hop()) {
            return null;
        }
        latest = asked.judged(Verdict.ACCEPTED);
        return latest;
    }

    /** The target's final answer: a move not accepted by now is refused, even if it is still under way. */
    Transfer judge(Transfer asked) {
        boolean accepted = lastAccepted >= asked.hop();
        if (!accepted) {
            lastRefused = Math.max(lastRefused, asked.hop());
        }
        latest = asked.judged(accepted ? Verdict.ACCEPTED : Verdict.REFUSED);
        return latest;
    }

    /**
     * Ends this node's doubt if the news settles it. Returns the token if its move was refused, so that it is here
     * again.
     */
    @Nullable
    Token settle(Transfer news) {
        Token doubtful = inDoubt;
        if (doubtful == null || !news.settles(doubtful.hop())) {
            return null;
        }
        inDoubt = null;
        return news.hop() == doubtful.hop() && news.verdict() == Verdict.REFUSED ? doubtful : null;
    }

    @Override
    public String toString() {
        return inDoubt == null ? "" : "transfer " + inDoubt.hop() + " in doubt";
    }
}
