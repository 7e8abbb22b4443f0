package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Token;
import io.meshlock.protocol.token.FencingToken;
import java.util.List;

/** The state that travels with the token or is kept beside it: the ledger, the grant counter, and where grants go. */
final class Anchor {

    final Ledger ledger;
    final long hop;
    private long nextNumber;

    /** The requester that the token is moving to, or {@link Token#NOBODY}. */
    final int chased;

    /** The neighbour that the token came from, or {@link Token#NOBODY}. */
    final int cameFrom;

    final GrantFlow flow;

    /** Heirs may be named. */
    private final boolean heirs;

    final DecisionOrder order;

    final Placement placement = new Placement();

    final Turns turns = new Turns();

    private long remoteGrants;
    private long nextAlive;

    // The front request that does not fit, and how many later ones may still overtake it.
    private long blocked = -1;
    private long overtakesLeft;

    private Anchor(
            int permits,
            List<LedgerEntry> outstanding,
            long nextNumber,
            long hop,
            int chased,
            int cameFrom,
            Tuning tuning) {
        this.ledger = new Ledger(permits, outstanding);
        this.nextNumber = nextNumber;
        this.hop = hop;
        this.chased = chased;
        this.flow = new GrantFlow(tuning.migration(), chased);
        this.cameFrom = cameFrom;
        this.nextAlive = tuning.aliveAfter();
        this.heirs = tuning.ahead() > 0;
        this.order = new DecisionOrder(tuning);
    }

    static Anchor created(int permits, Tuning tuning) {
        return new Anchor(permits, List.of(), 1, 0, Token.NOBODY, Token.NOBODY, tuning);
    }

    /** A token made by recovery. */
    static Anchor created(int permits, List<LedgerEntry> outstanding, long firstNumber, Tuning tuning) {
        return new Anchor(permits, outstanding, firstNumber, 0, Token.NOBODY, Token.NOBODY, tuning);
    }

    static Anchor received(int permits, Token token, int from, Tuning tuning) {
        return new Anchor(permits, token.ledger(), token.nextNumber(), token.hop(), token.chased(), from, tuning);
    }

    long nextNumber() {
        return nextNumber;
    }

    /** True if no fencing tokens are left. */
    boolean isUsedUp() {
        return FencingToken.isLast(nextNumber);
    }

    /**
     * Enters a new grant to an incarnation of the requester. It goes to the neighbour {@code via}, or to
     * {@link Token#NOBODY} for a local request.
     */
    LedgerEntry grant(Key key, long incarnation, int via) {
        count(key, via);
        return ledger.grant(nextNumber++, key, incarnation);
    }

    /** Enters a grant that gets its permits from the last of a line. */
    LedgerEntry inherit(Key key, long incarnation, int via, LedgerEntry last) {
        count(key, via);
        return ledger.inherit(nextNumber++, key, incarnation, last);
    }

    private void count(Key key, int via) {
        Check.invariant(!isUsedUp(), "grant numbers are used up");
        flow.count(key.node(), via);
        order.decide(key);
        if (heirs) {
            placement.count(key.node());
        }
    }

    /** Counts a grant to another node; true if a sign of life is due. The interval grows while the token stays. */
    boolean countRemoteGrant() {
        if (++remoteGrants < nextAlive) {
            return false;
        }
        nextAlive = Math.max(1, nextAlive * 4);
        remoteGrants = 0;
        return true;
    }

    /** True if one more request may overtake the front request that does not fit. */
    boolean mayOvertake(Key front, long limit) {
        if (blocked != front.request()) {
            blocked = front.request();
            overtakesLeft = limit;
        }
        return overtakesLeft-- > 0;
    }

    @Override
    public String toString() {
        return "token hop " + hop + " ledger " + ledger + " next " + nextNumber;
    }
}
