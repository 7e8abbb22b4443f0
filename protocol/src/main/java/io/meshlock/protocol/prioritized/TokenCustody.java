package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.prioritized.PrioritizedMessage.Token;
import io.meshlock.protocol.prioritized.Transfer.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * What a node knows about moves of the token whose link died under them.
 *
 * <p>Because moves are numbered without gaps and there is one token, three numbers replace all memory of the past: the last
 * move accepted here, the last one refused here, and the latest move that anybody asked about. Whoever asks about an older
 * move learns from the number alone that it got through.
 */
final class TokenCustody {

    private long lastAccepted;
    private long lastRefused;
    private @Nullable Transfer latest;
    private @Nullable Token inDoubt;

    /** True if this node's own transfer may or may not have got through: it may still be the anchor. */
    boolean isInDoubt() {
        return inDoubt != null;
    }

    /** The latest move that was asked about, for neighbours that may not have heard. */
    @Nullable
    Transfer latest() {
        return latest;
    }

    /** A token arrived; false if its move was refused while it was under way, so that its sender has taken it back. */
    boolean accepts(Token token) {
        if (token.hop() <= lastRefused) {
            return false;
        }
        lastAccepted = token.hop();
        inDoubt = null; // a move of ours that was in doubt got through: here is the token again
        return true;
    }

    /** The link died under a token that was sent; what to ask about, or null if it is known to have got through. */
    @Nullable
    Transfer doubt(Token token, int target) {
        if (token.hop() <= lastAccepted || (latest != null && token.hop() < latest.hop())) {
            return null; // it has been back here, or was moved on, since
        }
        inDoubt = token;
        latest = new Transfer(token.hop(), target, Verdict.ASKED);
        return latest;
    }

    /** Takes in what a neighbour says; false if that is nothing new. */
    boolean learns(Transfer heard) {
        if (latest != null && !heard.isNewsAfter(latest)) {
            return false;
        }
        latest = heard;
        return true;
    }

    /** The target's word, once and for all: a move not accepted by now is refused, even if it is still under way. */
    Transfer judge(Transfer asked) {
        boolean accepted = lastAccepted >= asked.hop();
        if (!accepted) {
            lastRefused = Math.max(lastRefused, asked.hop());
        }
        latest = asked.judged(accepted ? Verdict.ACCEPTED : Verdict.REFUSED);
        return latest;
    }

    /** Ends this node's doubt if the news does; the token, if it was refused and so is still here. */
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
