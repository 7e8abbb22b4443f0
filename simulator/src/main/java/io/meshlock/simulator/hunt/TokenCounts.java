package io.meshlock.simulator.hunt;

import io.meshlock.journal.Journal;
import io.meshlock.simulator.InitialTokens;

/** Where a mesh's tokens are, and how often each node passed one on. Drives hunts; the checkers judge tokens. */
final class TokenCounts implements Journal {

    private final int[] at;
    private final int[] departures;
    private int held;

    TokenCounts(InitialTokens initialTokens, int nodes) {
        this.at = new int[nodes];
        this.departures = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            at[node] = initialTokens.tokens(node);
            held += at[node];
        }
    }

    @Override
    public void tokens(long time, int node, int count) {
        if (count < at[node]) {
            departures[node]++;
        }
        held += count - at[node];
        at[node] = count;
    }

    int at(int node) {
        return at[node];
    }

    /** How many times a token has left a node so far. */
    int departures(int node) {
        return departures[node];
    }

    /** How many tokens nodes hold in all. */
    int held() {
        return held;
    }
}
