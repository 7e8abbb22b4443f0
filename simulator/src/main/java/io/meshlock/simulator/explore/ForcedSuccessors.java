package io.meshlock.simulator.explore;

/** The successors of every state under actions that fairness forces; see {@link Action#isInevitable}. */
final class ForcedSuccessors {

    private final IntPages starts = new IntPages();
    private final IntPages targets = new IntPages();

    /** Begins the edges of the next state. */
    void begin() {
        if (targets.size() > Integer.MAX_VALUE) {
            throw new IllegalStateException("more than two thousand million transitions; try --no-liveness");
        }
        starts.add((int) targets.size());
    }

    void add(int target) {
        targets.add(target);
    }

    int first(int state) {
        return starts.get(state);
    }

    int end(int state) {
        return starts.get(state + 1L);
    }

    int target(int edge) {
        return targets.get(edge);
    }

    long bytes() {
        return starts.bytes() + targets.bytes();
    }
}
