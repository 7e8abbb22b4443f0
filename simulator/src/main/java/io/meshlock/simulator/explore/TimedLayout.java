package io.meshlock.simulator.explore;

/**
 * The tuple that is a state of the mesh at an instant: nodes, what arrives in this round and in the next, links, and
 * what is left of the budgets.
 */
final class TimedLayout {

    // Positions of the budgets within their word.
    static final int CRASHES = 0;
    static final int LOST_DISKS = 4;
    static final int PARTITIONS = 8;
    static final int LOSSES = 12;
    static final int DELAYS = 16;
    static final int RELEASES = 20;
    private static final int BUDGET = 15;

    // Positions within the word of links: which pairs are linked, whose crash is unnoticed, who is cut off.
    private static final int UNNOTICED = 8;
    private static final int CUT_OFF = 16;
    private static final int NODE_MASK = 15;

    final int nodes;
    final int words;

    TimedLayout(int nodes) {
        this.nodes = nodes;
        this.words = nodes + 2 * nodes * nodes + 2;
    }

    /** Where the number is of what arrives in this round. */
    int now(int from, int to) {
        return nodes + from * nodes + to;
    }

    /** Where the number is of what arrives in the next round. */
    int later(int from, int to) {
        return nodes + nodes * nodes + from * nodes + to;
    }

    private static int pair(int a, int b) {
        int high = Math.max(a, b);
        return high * (high - 1) / 2 + Math.min(a, b);
    }

    boolean isLinked(int[] state, int a, int b) {
        return (state[words - 2] >> pair(a, b) & 1) != 0;
    }

    void setLinked(int[] state, int a, int b, boolean linked) {
        int bit = 1 << pair(a, b);
        state[words - 2] = linked ? state[words - 2] | bit : state[words - 2] & ~bit;
    }

    /** The node whose crash its neighbours have not noticed yet; -1 if there is none. */
    int unnoticed(int[] state) {
        return (state[words - 2] >> UNNOTICED & NODE_MASK) - 1;
    }

    void setUnnoticed(int[] state, int node) {
        state[words - 2] = state[words - 2] & ~(NODE_MASK << UNNOTICED) | node + 1 << UNNOTICED;
    }

    /** The node that is cut off from the others; -1 if there is none. */
    int cutOff(int[] state) {
        return (state[words - 2] >> CUT_OFF & NODE_MASK) - 1;
    }

    void setCutOff(int[] state, int node) {
        state[words - 2] = state[words - 2] & ~(NODE_MASK << CUT_OFF) | node + 1 << CUT_OFF;
    }

    int budget(int[] state, int which) {
        return state[words - 1] >>> which & BUDGET;
    }

    void spend(int[] state, int which) {
        state[words - 1] -= 1 << which;
    }

    void setBudgets(int[] state, TimedExploration.Budgets budgets) {
        state[words - 1] = budgets.crashes() << CRASHES
                | budgets.lostDisks() << LOST_DISKS
                | budgets.partitions() << PARTITIONS
                | budgets.losses() << LOSSES
                | budgets.delays() << DELAYS
                | budgets.releases() << RELEASES;
    }
}
