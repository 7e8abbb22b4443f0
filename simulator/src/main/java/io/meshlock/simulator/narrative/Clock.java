package io.meshlock.simulator.narrative;

import io.meshlock.simulator.mesh.TimerTable;

/** The time, how far each node's own clock is off, and the timers that run. */
final class Clock {

    private final long[] skews;
    private final TimerTable timers;
    private long now;

    Clock(int nodes) {
        skews = new long[nodes];
        timers = new TimerTable(nodes);
    }

    /** The time as the node sees it. */
    long at(int node) {
        return now + skews[node];
    }

    void skew(int node, long ahead) {
        skews[node] = ahead;
    }

    void tick() {
        now++;
    }

    void start(int node, int timer, long delay) {
        timers.start(TimerTable.timer(node, timer), now + delay);
    }

    TimerTable timers() {
        return timers;
    }

    /** Advances to the first timer that is due by {@code end} and returns it; or advances to the end and returns -1. */
    int advance(long end) {
        int first = timers.firstDue(end);
        now = Math.max(now, first < 0 ? end : timers.due(first));
        return first;
    }

    long now() {
        return now;
    }
}
