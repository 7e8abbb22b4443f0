package io.meshlock.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The inputs of paused nodes, which wait until their node resumes. */
final class PausedInputs {

    static final int NOBODY = -1;

    private record Waiting(Runnable input, boolean timer, int cut) {}

    private final Map<Integer, List<Waiting>> waiting = new TreeMap<>();
    /** The node that is handling its inputs now; {@link #taken} says how many it has taken. */
    private int taker = NOBODY;

    private int taken;

    /**
     * @param timer whether the input is a timer
     * @param cut the neighbour to which the link went down, if the input is that, or {@link #NOBODY}
     */
    void add(int node, Runnable input, boolean timer, int cut) {
        waiting.computeIfAbsent(node, key -> new ArrayList<>()).add(new Waiting(input, timer, cut));
    }

    /**
     * Hands over all inputs of a node that resumes, until they are {@linkplain #clear cleared}.
     *
     * @param timersLast true: timers come last; false: all inputs in their order of arrival
     */
    void takeAll(int node, boolean timersLast, Consumer<Runnable> handling) {
        List<Waiting> its = waiting.getOrDefault(node, List.of());
        if (timersLast && !its.isEmpty()) {
            its.sort((one, other) -> Boolean.compare(one.timer, other.timer));
        }
        taker = node;
        for (taken = 1; taken <= its.size(); taken++) {
            handling.accept(its.get(taken - 1).input);
        }
        taker = NOBODY;
        waiting.remove(node);
    }

    /** Forgets all inputs of a node. */
    void clear(int node) {
        List<Waiting> its = waiting.get(node);
        if (its != null) {
            its.clear(); // the list itself stays: the node may have crashed while it took them
        }
    }

    /** True if the link over which a node sends went down, and the node has not handled that input yet. */
    boolean wasCut(int from, int to) {
        if (taker == from) {
            List<Waiting> its = waiting.getOrDefault(from, List.of());
            for (int i = taken; i < its.size(); i++) {
                if (its.get(i).cut == to) {
                    return true;
                }
            }
        }
        return false;
    }
}
