package io.meshlock.simulator;

import io.meshlock.simulator.engine.EventQueue;
import java.util.Arrays;

/** The timers of all nodes. A node has few, so each node has a short list: timer and event in turn. */
final class Timers {

    private static final int[] NO_TIMERS = {};

    private final EventQueue queue;
    /** Delays are measured by the nodes' own clocks. */
    private final Clocks clocks;

    private final int[][] running;

    Timers(EventQueue queue, int nodes, Clocks clocks) {
        this.queue = queue;
        this.clocks = clocks;
        this.running = new int[nodes][];
        Arrays.fill(running, NO_TIMERS);
    }

    /** Starts a timer, or starts it again if it is running. */
    void set(int node, int timer, long delay) {
        int place = placeOf(node, timer);
        int before = running[node][place + 1];
        if (before != EventQueue.NONE) {
            queue.cancel(before);
        }
        running[node][place + 1] = queue.add(end(node, delay), EventKind.TIMER, node, timer, null);
    }

    private long end(int node, long delay) {
        return clocks.instant(node, Math.addExact(clocks.shown(node, queue.now()), delay));
    }

    boolean isRunning(int node, int timer) {
        return running[node][placeOf(node, timer) + 1] != EventQueue.NONE;
    }

    /** Stops all timers of a node. */
    void stopAll(int node) {
        int[] mine = running[node];
        for (int place = 0; place < mine.length; place += 2) {
            if (mine[place + 1] != EventQueue.NONE) {
                queue.cancel(mine[place + 1]);
            }
        }
        running[node] = NO_TIMERS;
    }

    /** The timer's event came out of the queue. */
    void fired(int node, int timer) {
        running[node][placeOf(node, timer) + 1] = EventQueue.NONE;
    }

    private int placeOf(int node, int timer) {
        int[] mine = running[node];
        for (int place = 0; place < mine.length; place += 2) {
            if (mine[place] == timer) {
                return place;
            }
        }
        running[node] = Arrays.copyOf(mine, mine.length + 2);
        running[node][mine.length] = timer;
        running[node][mine.length + 1] = EventQueue.NONE;
        return mine.length;
    }
}
