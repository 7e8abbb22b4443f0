package io.meshlock.internal;

import io.meshlock.Recovery;
import io.meshlock.RecoveryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A pool's recovery as its algorithm has it: options, with times in nanoseconds. */
final class RecoveryOptions {

    /** Which policy; a pool without recovery has no such option. */
    private static final String POLICY = "recovery";

    private static final String BEACON = "beacon";
    private static final String ELECTION_TIMEOUT = "election-timeout";
    private static final String LEASE = "lease";
    private static final String DRIFT = "drift-ppm";

    /** As the algorithm numbers them. */
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

    /** What {@link #put} added; taken out again. */
    record Taken(Recovery recovery, Duration lease) {}

    /** @throws IllegalArgumentException if an option is missing or makes no sense */
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
            throw new IllegalArgumentException("a pool with recovery has '" + name + "'");
        }
        return value;
    }
}
