package io.meshlock.simulator.mesh;

/**
 * The timers that run, and when each is due. A timer is one number: {@code node * TIMERS_PER_NODE + id}. Drivers
 * without time fire any running timer; drivers with time fire the one that is due first.
 */
public final class TimerTable {

    private static final int TIMERS_PER_NODE = 8;

    private final IndexSet running;
    private final long[] due;

    public TimerTable(int nodes) {
        running = new IndexSet(nodes * TIMERS_PER_NODE);
        due = new long[nodes * TIMERS_PER_NODE];
    }

    public static int timer(int node, int id) {
        if (id < 0 || id >= TIMERS_PER_NODE) {
            throw new UnsupportedOperationException("only the timers 0 to " + (TIMERS_PER_NODE - 1) + " are supported");
        }
        return node * TIMERS_PER_NODE + id;
    }

    public static int node(int timer) {
        return timer / TIMERS_PER_NODE;
    }

    public static int id(int timer) {
        return timer % TIMERS_PER_NODE;
    }

    public IndexSet running() {
        return running;
    }

    public long due(int timer) {
        return due[timer];
    }

    /** Starts a timer, or starts it anew. */
    public void start(int timer, long time) {
        running.add(timer);
        due[timer] = time;
    }

    public void stop(int timer) {
        running.remove(timer);
    }

    public void stopAll(int node) {
        for (int id = 0; id < TIMERS_PER_NODE; id++) {
            running.remove(timer(node, id));
        }
    }

    /**
     * The timer that is due first, but not after {@code end}; -1 if there is none. Among equals, the smallest number.
     */
    public int firstDue(long end) {
        int first = -1;
        for (int timer : running.sorted()) {
            if (due[timer] <= end && (first < 0 || due[timer] < due[first])) {
                first = timer;
            }
        }
        return first;
    }
}
