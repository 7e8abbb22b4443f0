package io.meshlock.simulator.network;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * Link changes as in [KRL] section 6: a random link is deleted, then a random other one formed, so that the number of
 * links stays the same. If either half is impossible, nothing changes.
 */
public final class Churn {

    private static final int TRIES = 64;
    private static final int NOBODY = -1;

    private final LinkChanges changes;
    private final Network network;
    private final Split split;
    private final boolean keepConnected;
    private final UniformRandomProvider random;
    private final Reachability reachability;

    /** @param split no link is formed between nodes on different sides of it */
    public Churn(LinkChanges changes, Split split, boolean keepConnected, UniformRandomProvider random) {
        this.changes = changes;
        this.network = changes.network();
        this.split = split;
        this.keepConnected = keepConnected;
        this.random = random;
        this.reachability = new Reachability(network);
    }

    /** Deletes a link and forms another; returns false if that was impossible. */
    public boolean change() {
        long absent = split.pairsTogether() - network.links();
        int link = absent <= 0 ? NOBODY : expendableLink();
        if (link == NOBODY) {
            return false;
        }
        int low = network.low(link);
        int high = network.high(link);
        changes.cut(low, high);
        // The end of the link may have made a host crash, and then there may be no pair left to link.
        long others = split.pairsTogether() - network.links() - (split.apart(low, high) ? 0 : 1);
        if (others > 0) {
            formOtherThan(low, high, others);
        }
        return true;
    }

    private int expendableLink() {
        for (int i = 0; i < TRIES && network.links() > 0; i++) {
            int link = network.link(random.nextInt(network.links()));
            if (!keepConnected || reachability.surviveWithout(network.low(link), network.high(link))) {
                return link;
            }
        }
        return NOBODY;
    }

    private void formOtherThan(int low, int high, long absent) {
        for (int i = 0; i < TRIES; i++) {
            int a = random.nextInt(network.nodes());
            int b = random.nextInt(network.nodes());
            boolean deleted = Math.min(a, b) == low && Math.max(a, b) == high;
            if (a != b && !deleted && !split.apart(a, b) && !network.isUp(a, b)) {
                changes.form(a, b);
                return;
            }
        }
        formByRank(random.nextLong(absent), low, high);
    }

    /** If few pairs are absent, random guesses seldom hit one: this counts to the one of the given rank. */
    private void formByRank(long rank, int low, int high) {
        long before = 0;
        for (int a = 0; a < network.nodes(); a++) {
            for (int b = a + 1; b < network.nodes(); b++) {
                boolean deleted = a == low && b == high;
                if (!deleted && !split.apart(a, b) && !network.isUp(a, b) && before++ == rank) {
                    changes.form(a, b);
                    return;
                }
            }
        }
        throw new IllegalStateException("no absent link of rank " + rank);
    }
}
