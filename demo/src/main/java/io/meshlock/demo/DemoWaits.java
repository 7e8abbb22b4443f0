package io.meshlock.demo;

import io.meshlock.journal.Journal;
import io.meshlock.journal.Ticks;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How long requests waited, by how urgent they were: read from a journal. */
public final class DemoWaits implements Journal {

    /** How urgent, as people see it. A drone's priority is what its battery lacks. */
    public enum Urgency {
        URGENT("battery below 20 %", 81),
        USUAL("battery below 30 %", 71),
        RELAXED("battery 30 % or more", Integer.MIN_VALUE);

        private final String words;
        private final int least;

        Urgency(String words, int least) {
            this.words = words;
            this.least = least;
        }

        public String words() {
            return words;
        }

        static Urgency of(int priority) {
            return Arrays.stream(values())
                    .filter(each -> priority >= each.least)
                    .findFirst()
                    .orElse(RELAXED);
        }
    }

    /** Waits in seconds, in sum and at most. */
    public static final class Waits {
        private long count;
        private double sum;
        private double longest;

        private void add(double seconds) {
            count++;
            sum += seconds;
            longest = Math.max(longest, seconds);
        }

        public long count() {
            return count;
        }

        /** NaN if nobody waited. */
        public double mean() {
            return sum / count;
        }

        public double longest() {
            return longest;
        }
    }

    private record Asked(long time, int priority) {}

    private final Map<Long, Asked> asked = new HashMap<>();
    private final Waits all = new Waits();
    private final Map<Urgency, Waits> byUrgency = new LinkedHashMap<>();

    DemoWaits() {
        for (Urgency urgency : Urgency.values()) {
            byUrgency.put(urgency, new Waits());
        }
    }

    @Override
    public void requested(long time, int node, PermitRequest request) {
        asked.put(request.id(), new Asked(time, request.priority()));
    }

    @Override
    public void withdrawn(long time, int node, long request) {
        asked.remove(request);
    }

    @Override
    public void granted(long time, int node, PermitGrant grant) {
        Asked request = asked.remove(grant.request());
        if (request != null) {
            double seconds = Ticks.toUnits(time - request.time);
            all.add(seconds);
            of(Urgency.of(request.priority)).add(seconds);
        }
    }

    public Waits all() {
        return all;
    }

    public Waits of(Urgency urgency) {
        @Nullable Waits waits = byUrgency.get(urgency);
        return waits == null ? new Waits() : waits;
    }
}
