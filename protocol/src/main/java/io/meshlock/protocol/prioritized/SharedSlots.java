package io.meshlock.protocol.prioritized;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Which grants of a ledger have slots in common, by their numbers. Most are alone, and nothing is kept of them. */
final class SharedSlots {

    /** For each grant that is not alone: it and those that it shares with, ascending. They have the same list. */
    private final TreeMap<Long, List<Long>> groups = new TreeMap<>();

    boolean isEmpty() {
        return groups.isEmpty();
    }

    /** True if the grant has all its slots for itself. */
    boolean isAlone(long number) {
        return isEmpty() || !groups.containsKey(number);
    }

    /** The grant and all that it may share slots with, ascending. Callers must not change the list. */
    List<Long> group(long number) {
        List<Long> group = isEmpty() ? null : groups.get(number);
        return group == null ? List.of(number) : group;
    }

    void join(long one, long other) {
        List<Long> all = new ArrayList<>(group(one));
        for (long each : group(other)) {
            if (!all.contains(each)) {
                all.add(each);
            }
        }
        all.sort(null);
        for (long each : all) {
            groups.put(each, all);
        }
    }

    /** A grant is over. Returns those that it may have shared slots with, ascending. */
    List<Long> remove(long number) {
        List<Long> rest = isEmpty() ? null : groups.remove(number);
        if (rest == null) {
            return List.of();
        }
        rest.remove(number);
        if (rest.size() == 1) {
            groups.remove(rest.get(0));
        }
        return rest;
    }
}
