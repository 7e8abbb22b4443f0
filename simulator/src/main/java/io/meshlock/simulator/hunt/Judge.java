package io.meshlock.simulator.hunt;

import io.meshlock.protocol.Grant;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Promises;
import io.meshlock.simulator.Founding;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/** Judges permits, slots, fencing numbers and tokens at every event. It shares no code with any algorithm. */
final class Judge {

    private final int permits;
    private final int promisedTokens;
    private final boolean fencing;
    private final boolean lossy;
    private final long[] slots;
    private final int[] tokensAt;
    private final int[] departures;
    private final LongOpenHashSet outstanding = new LongOpenHashSet();
    private long lastDecided = Long.MIN_VALUE;
    private int held;
    private int tokensHeld;
    private int tokensUnderWay;

    Judge(Founding founding, int nodes, int permits, Promises promises, boolean lossy) {
        this.permits = permits;
        this.promisedTokens = promises.tokens().of(permits);
        this.fencing = promises.fencing();
        this.lossy = lossy;
        this.slots = new long[permits / Long.SIZE + 1];
        this.tokensAt = new int[nodes];
        this.departures = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            tokens(node, founding.tokens(node));
        }
    }

    /** Numbers of decisions rise over the whole pool: a lock service behind it rejects whoever comes with a smaller one. */
    void decided(long number, Key key) {
        if (!fencing) {
            return;
        }
        if (number <= lastDecided) {
            throw new Failure.Raised(
                    FailureKind.FENCING_NUMBER, "grant " + number + " decided for " + key + " after " + lastDecided);
        }
        lastDecided = number;
        outstanding.add(number);
    }

    void entered(Grant grant) {
        if (fencing && !outstanding.remove(grant.number())) {
            throw new Failure.Raised(
                    FailureKind.FENCING_NUMBER, "grant " + grant.number() + " was not decided, or granted before");
        }
        held += grant.permits();
        if (held > permits) {
            throw new Failure.Raised(
                    FailureKind.TOO_MANY_PERMITS, held + " of " + permits + " permits are held after " + grant);
        }
        for (int i = 0; i < grant.slots().count(); i++) {
            int slot = grant.slots().at(i);
            if (slot < 1 || slot > permits || (slots[slot >> 6] & 1L << slot) != 0) {
                throw new Failure.Raised(
                        FailureKind.SLOT_HELD_TWICE, "slot " + slot + " is held twice or does not exist: " + grant);
            }
            slots[slot >> 6] |= 1L << slot;
        }
    }

    void left(Grant grant) {
        held -= grant.permits();
        for (int i = 0; i < grant.slots().count(); i++) {
            int slot = grant.slots().at(i);
            slots[slot >> 6] &= ~(1L << slot);
        }
    }

    void tokens(int node, int count) {
        if (count < tokensAt[node]) {
            departures[node]++;
        }
        tokensHeld += count - tokensAt[node];
        tokensAt[node] = count;
    }

    int departures(int node) {
        return departures[node];
    }

    int tokensAt(int node) {
        return tokensAt[node];
    }

    void tokensSent(int count) {
        tokensUnderWay += count;
    }

    int tokensHeld() {
        return tokensHeld;
    }

    /** Decisions whose permits nobody ever held. */
    int bounced() {
        return outstanding.size();
    }

    /** On a dying link a token may be under way that its receiver has refused already: there, only held ones count. */
    void stepped() {
        boolean right = lossy ? tokensHeld <= promisedTokens : tokensHeld + tokensUnderWay == promisedTokens;
        if (!right) {
            throw new Failure.Raised(
                    FailureKind.TOKEN_COUNT,
                    tokensHeld + " tokens held and " + tokensUnderWay + " under way, not " + promisedTokens);
        }
    }
}
