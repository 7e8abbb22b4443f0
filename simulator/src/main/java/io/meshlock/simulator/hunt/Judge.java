package io.meshlock.simulator.hunt;

import io.meshlock.journal.check.Sizes;
import io.meshlock.protocol.Grant;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Promises;
import io.meshlock.simulator.Founding;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.BitSet;

/** Judges permits, slots, fencing numbers and tokens at every event. It shares no code with any algorithm. */
final class Judge {

    /** What the nodes take the pool's size to be. */
    final Sizes sizes;

    private final int promisedTokens;
    private final boolean fencing;
    private final boolean lossy;
    private final BitSet slots = new BitSet();
    private final int[] tokensAt;
    private final int[] departures;
    private final LongOpenHashSet outstanding = new LongOpenHashSet();
    private long lastDecided = Long.MIN_VALUE;
    private int held;
    private int tokensHeld;
    private int tokensUnderWay;

    Judge(Founding founding, int nodes, int permits, Promises promises, boolean lossy) {
        this.sizes = new Sizes(permits);
        this.promisedTokens = promises.tokens().of(permits);
        this.fencing = promises.fencing();
        this.lossy = lossy;
        this.tokensAt = new int[nodes];
        this.departures = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            tokens(node, founding.tokens(node));
        }
    }

    /** Numbers of decisions rise over the whole pool: a lock service behind it rejects whoever comes with a smaller one. */
    void decided(int node, long number, Key key) {
        if (!sizes.decided(node, number)) {
            throw new Failure.Raised(
                    FailureKind.SIZE_WENT_BACK, "node " + node + " decides " + number + " by an older size");
        }
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
        int permits = sizes.most();
        if (held > permits) {
            throw new Failure.Raised(
                    FailureKind.TOO_MANY_PERMITS, held + " of " + permits + " permits are held after " + grant);
        }
        for (int i = 0; i < grant.slots().count(); i++) {
            int slot = grant.slots().at(i);
            if (slot < 1 || slot > sizes.at(grant.number()) || slots.get(slot)) {
                throw new Failure.Raised(
                        FailureKind.SLOT_HELD_TWICE, "slot " + slot + " is held twice or does not exist: " + grant);
            }
            slots.set(slot);
        }
    }

    void left(Grant grant) {
        held -= grant.permits();
        for (int i = 0; i < grant.slots().count(); i++) {
            slots.clear(grant.slots().at(i));
        }
    }

    void resized(int node, PoolSize size) {
        if (!sizes.resized(node, size)) {
            throw new Failure.Raised(FailureKind.SIZE_WENT_BACK, "node " + node + " forgets a newer size than " + size);
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
