package io.meshlock.simulator.hunt;

/** The nodes as machines: which timers run, who has left, who can be reached, and what survives a loss of memory. */
final class Hosts {

    private static final int TIMERS_PER_NODE = 8;

    private final boolean[] leaving;
    private final boolean[] mayLeave;
    private final boolean[] off;
    private final int[] incarnations;

    /** The timers that run. */
    final IndexSet timers;

    Hosts(int nodes) {
        leaving = new boolean[nodes];
        mayLeave = new boolean[nodes];
        off = new boolean[nodes];
        incarnations = new int[nodes];
        timers = new IndexSet(nodes * TIMERS_PER_NODE);
    }

    static int timer(int node, int number) {
        if (number < 0 || number >= TIMERS_PER_NODE) {
            throw new UnsupportedOperationException("hunts know the timers 0 to " + (TIMERS_PER_NODE - 1));
        }
        return node * TIMERS_PER_NODE + number;
    }

    static int node(int timer) {
        return timer / TIMERS_PER_NODE;
    }

    static int number(int timer) {
        return timer % TIMERS_PER_NODE;
    }

    /** True if it wants to leave, has left, or cannot be reached. */
    boolean isAway(int node) {
        return leaving[node] || off[node];
    }

    /** True if it cannot be reached. */
    boolean isOff(int node) {
        return off[node];
    }

    /** True if it wants to leave and was told that it may. */
    boolean mayGo(int node) {
        return leaving[node] && mayLeave[node];
    }

    /** The whole mesh had all the time it needs. */
    void checkMayGo(int node) {
        if (!mayGo(node)) {
            throw new Failure.Raised(FailureKind.NOT_LET_GO, "node " + node + " wants to leave and is not let go");
        }
    }

    void leave(int node) {
        leaving[node] = true;
        mayLeave[node] = false;
    }

    void mayLeave(int node) {
        mayLeave[node] = true;
    }

    void switchOff(int node) {
        off[node] = true;
    }

    void comeBack(int node) {
        leaving[node] = false;
        off[node] = false;
    }

    void remember(int node, int incarnation) {
        incarnations[node] = Math.max(incarnations[node], incarnation);
    }

    /** Everything but one number is forgotten; the node's new incarnation. */
    int reboot(int node) {
        leaving[node] = false;
        mayLeave[node] = false;
        for (int number = 0; number < TIMERS_PER_NODE; number++) {
            timers.remove(timer(node, number));
        }
        return ++incarnations[node];
    }
}
