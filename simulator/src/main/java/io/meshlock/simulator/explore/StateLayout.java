package io.meshlock.simulator.explore;

/**
 * The layout of the tuple that is a state of the whole mesh: the nodes' states, the links' states, the remaining
 * budgets, the <em>settled</em> requests if the order is checked, and the budgets of hazards if there are any.
 */
final class StateLayout {

    private static final int BITS_PER_NODE = Exploration.MAX_REQUESTS;
    private static final int NODES_PER_WORD = Integer.SIZE / BITS_PER_NODE;
    private static final int CANCELS = 16;
    private static final int NODE_MASK = (1 << BITS_PER_NODE) - 1;
    private static final int LOW = (1 << CANCELS) - 1;

    // Positions of the budgets of hazards within their word.
    static final int LOSSES = 0;
    static final int COPIES = 5;
    static final int FIRINGS = 10;
    static final int ABSENCES = 15;
    static final int REBOOTS = 20;
    static final int RESIZES = 25;
    private static final int HAZARD_MASK = 31;

    final int nodes;
    final int pairs;
    final int words;
    private final int[][] pairOf;
    private final int[] first;
    private final int[] second;
    private final boolean checkOrder;
    private final boolean hazardous;

    StateLayout(Exploration exploration) {
        nodes = exploration.nodes();
        checkOrder = exploration.checkOrder();
        hazardous = exploration.toAnybody() || !exploration.hazards().equals(Exploration.Hazards.NONE);
        pairOf = new int[nodes][nodes];
        first = new int[nodes * nodes];
        second = new int[nodes * nodes];
        int count = 0;
        for (int a = 0; a < nodes; a++) {
            for (int b = a + 1; b < nodes; b++) {
                // Without link changes a pair that is not linked never will be.
                boolean linkable =
                        exploration.changes() > 0 || exploration.topology().areLinked(a, b);
                pairOf[a][b] = linkable ? count : -1;
                pairOf[b][a] = pairOf[a][b];
                if (linkable) {
                    first[count] = a;
                    second[count] = b;
                    count++;
                }
            }
        }
        pairs = count;
        int settledWords = checkOrder ? (nodes + NODES_PER_WORD - 1) / NODES_PER_WORD : 0;
        words = nodes + pairs + 1 + settledWords + (hazardous ? 1 : 0);
    }

    /** The index of the link between two nodes, or -1 if they can never be linked. */
    int link(int a, int b) {
        return pairOf[a][b] < 0 ? -1 : nodes + pairOf[a][b];
    }

    int first(int pair) {
        return first[pair];
    }

    int second(int pair) {
        return second[pair];
    }

    int changes(int[] state) {
        return state[nodes + pairs] & LOW;
    }

    int cancels(int[] state) {
        return state[nodes + pairs] >>> CANCELS;
    }

    void setBudgets(int[] state, int changes, int cancels) {
        state[nodes + pairs] = cancels << CANCELS | changes;
    }

    /** True if there are hazards: faults of nodes, or of messages apart from links that come and go. */
    boolean isHazardous() {
        return hazardous;
    }

    /** The remaining budget of a hazard. */
    int hazard(int[] state, int which) {
        return hazardous ? state[words - 1] >>> which & HAZARD_MASK : 0;
    }

    void setHazards(int[] state, Exploration.Hazards hazards) {
        if (hazardous) {
            state[words - 1] = hazards.losses() << LOSSES
                    | hazards.copies() << COPIES
                    | hazards.firings() << FIRINGS
                    | hazards.absences() << ABSENCES
                    | hazards.reboots() << REBOOTS
                    | hazards.resizes() << RESIZES;
        }
    }

    void spend(int[] state, int which) {
        state[words - 1] -= 1 << which;
    }

    /** The set of a node's waiting requests that the whole mesh has had time to learn of. */
    int settled(int[] state, int node) {
        return (state[settledWord(node)] >>> shift(node)) & NODE_MASK;
    }

    void setSettled(int[] state, int node, int requests) {
        int word = settledWord(node);
        int mask = NODE_MASK << shift(node);
        state[word] = (state[word] & ~mask) | (requests << shift(node));
    }

    private int settledWord(int node) {
        return nodes + pairs + 1 + node / NODES_PER_WORD;
    }

    private static int shift(int node) {
        return node % NODES_PER_WORD * BITS_PER_NODE;
    }
}
