package io.meshlock.simulator.hunt;

/** Which nodes want to leave, and which of them were told that they may. */
final class Departures {

    private final boolean[] leaving;
    private final boolean[] mayLeave;

    Departures(int nodes) {
        leaving = new boolean[nodes];
        mayLeave = new boolean[nodes];
    }

    /** True if the node wants to leave or has left. */
    boolean isLeaving(int node) {
        return leaving[node];
    }

    /** True if the node wants to leave and was told that it may. */
    boolean mayGo(int node) {
        return leaving[node] && mayLeave[node];
    }

    /** Called when the mesh is whole and quiet: the node must have been told that it may leave. */
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

    void comeBack(int node) {
        leaving[node] = false;
    }

    void reboot(int node) {
        leaving[node] = false;
        mayLeave[node] = false;
    }
}
