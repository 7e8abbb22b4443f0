package io.meshlock.internal;

import io.meshlock.Recovery;
import io.meshlock.RecoveryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Converts a pool's recovery settings to options of the algorithm, with times in nanoseconds, and back. */
final class RecoveryOptions {

    /** The policy; a pool without recovery does not have this option. */
    private static final String POLICY = "recovery";

    private static final String BEACON = "beacon";
    private static final String ELECTION_TIMEOUT = "election-timeout";
    private static final String LEASE = "lease";
    private static final String DRIFT = "drift-ppm";

    /** In the order of the algorithm's numbers. */
    private static final List<RecoveryPolicy> POLICIES =
            List.of(RecoveryPolicy.OFF, RecoveryPolicy.MAJORITY, RecoveryPolicy.NEVER, RecoveryPolicy.OPERATOR);

    private RecoveryOptions() {}

    /** Adds the options of a pool with recovery. */
    static void put(Map<String, Long> options, Recovery given, Duration lease) {
        Recovery recovery = given.resolved(lease);
        options.put(POLICY, (long) POLICIES.indexOf(recovery.policy()));
        options.put(BEACON, recovery.beacon().toNanos());
        options.put(ELECTION_TIMEOUT, recovery.electionTimeout().toNanos());
        options.put(LEASE, lease.toNanos());
        options.put(DRIFT, (long) recovery.driftPpm());
    }

    /** The settings that {@link #take} has removed from the options. */
    record Taken(Recovery recovery, Duration lease) {}

    /**
     * Removes the options of recovery and converts them back.
     *
     * @throws IllegalArgumentException if an option is missing or makes no sense
     */
    static Taken take(Map<String, Long> options) {
        if (!options.containsKey(POLICY)) {
            return new Taken(Recovery.OFF, Duration.ZERO);
        }
        long policy = take(options, POLICY);
        if (policy < 1 || policy >= POLICIES.size()) {
            throw new IllegalArgumentException("recovery policy " + policy + " is none");
        }
        Recovery recovery = new Recovery(
                POLICIES.get((int) policy),
                Duration.ofNanos(take(options, BEACON)),
                Duration.ofNanos(take(options, ELECTION_TIMEOUT)),
                Math.toIntExact(Math.min(Integer.MAX_VALUE, take(options, DRIFT))));
        return new Taken(recovery, Duration.ofNanos(take(options, LEASE)));
    }

    private static long take(Map<String, Long> options, String name) {
        Long value = options.remove(name);
        if (value == null) {
            throw new IllegalArgumentException("a pool with recovery needs the option '" + name + "'");
        }
        return value;
    }
}
