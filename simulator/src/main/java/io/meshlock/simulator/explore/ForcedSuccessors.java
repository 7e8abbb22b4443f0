package io.meshlock.simulator.explore;

/** Which states the inevitable things lead to, state by state. */
final class ForcedSuccessors {

    private final IntPages starts = new IntPages();
    private final IntPages targets = new IntPages();

    /** The next edges belong to the next state. */
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
