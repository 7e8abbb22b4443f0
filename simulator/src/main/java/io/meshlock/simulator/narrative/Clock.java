package io.meshlock.simulator.narrative;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The time, what each node's own clock makes of it, and the timers that run. */
final class Clock {

    private final long[] skews;
    private final List<SortedMap<Integer, Long>> timers;
    private long now;

    /** A timer that ran out. */
    record Due(int node, int timer) {}

    Clock(int nodes) {
        skews = new long[nodes];
        timers = Stream.<SortedMap<Integer, Long>>generate(TreeMap::new)
                .limit(nodes)
                .toList();
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
        timers.get(node).put(timer, now + delay);
    }

    boolean isRunning(int node, int timer) {
        return timers.get(node).containsKey(timer);
    }

    void stop(int node, int timer) {
        timers.get(node).remove(timer);
    }

    void stopAll(int node) {
        timers.get(node).clear();
    }

    boolean isTimed() {
        return timers.stream().anyMatch(running -> !running.isEmpty());
    }

    /** The timers of a node that run, in their order. */
    List<Integer> running(int node) {
        return List.copyOf(timers.get(node).keySet());
    }

    /** Goes on to the first timer that runs out by then, or to the end if there is none, and tells which. */
    Optional<Due> advance(long end) {
        Due first = null;
        long when = Long.MAX_VALUE;
        for (int node = 0; node < timers.size(); node++) {
            for (Map.Entry<Integer, Long> timer : timers.get(node).entrySet()) {
                if (timer.getValue() < when) {
                    first = new Due(node, timer.getKey());
                    when = timer.getValue();
                }
            }
        }
        now = Math.max(now, Math.min(when, end));
        return when > end ? Optional.empty() : Optional.ofNullable(first);
    }

    long now() {
        return now;
    }
}
