package io.meshlock;

import java.time.Duration;

/**
 * How a pool gets over nodes that crash, stop for a while or are cut off. Immutable.
 *
 * <pre>{@code
 * PoolConfig lanes = PoolConfig.permits(2).recovery(Recovery.MAJORITY.guard(Duration.ofSeconds(3)).beacon(Duration.ofMillis(300)));
 * }</pre>
 *
 * @param policy who makes a new token
 * @param beacon how often nodes tell each other that the token lives, while the pool is in use
 * @param guard how long the token must have been silent before another is made; at least ten beacons. A holder that hears from no
 *     majority for about as long stops granting
 * @param driftPpm how much faster or slower than the true time any node's clock may run, in millionths. Machines that are
 *     suspended need 50 ms of the guard and of the lease for that besides
 */
public record Recovery(RecoveryPolicy policy, Duration beacon, Duration guard, int driftPpm) {

    private static final Duration DEFAULT_BEACON = Duration.ofMillis(500);
    private static final Duration DEFAULT_GUARD = Duration.ofSeconds(5);
    private static final int DEFAULT_DRIFT_PPM = 10_000;
    private static final int MOST_DRIFT_PPM = 200_000;
    private static final int GUARD_BEACONS = 10;
    private static final Duration SHORTEST_BEACON = Duration.ofMillis(10);
    private static final Duration LONGEST_GUARD = Duration.ofDays(1);

    /** A majority of the members makes a new token. */
    public static final Recovery MAJORITY = of(RecoveryPolicy.MAJORITY);

    /** Nobody makes a new token, but permits of nodes that died come back. */
    public static final Recovery NEVER = of(RecoveryPolicy.NEVER);

    /** The operator has a new token made. */
    public static final Recovery OPERATOR = of(RecoveryPolicy.OPERATOR);

    /** No recovery at all. */
    public static final Recovery OFF = of(RecoveryPolicy.OFF);

    public Recovery {
        checkMillis("beacon", beacon);
        checkMillis("guard", guard);
        if (beacon.compareTo(SHORTEST_BEACON) < 0) {
            throw new IllegalArgumentException(
                    "a beacon comes every " + SHORTEST_BEACON.toMillis() + " ms at most, not every " + beacon);
        }
        if (guard.compareTo(beacon.multipliedBy(GUARD_BEACONS)) < 0 || guard.compareTo(LONGEST_GUARD) > 0) {
            throw new IllegalArgumentException("a guard lasts between " + GUARD_BEACONS + " beacons, "
                    + beacon.multipliedBy(GUARD_BEACONS).toMillis() + " ms, and a day; not " + guard);
        }
        if (driftPpm < 0 || driftPpm > MOST_DRIFT_PPM) {
            throw new IllegalArgumentException(
                    "a clock's drift is between 0 and " + MOST_DRIFT_PPM + " millionths, not " + driftPpm);
        }
    }

    private static void checkMillis(String what, Duration value) {
        if (!value.equals(Duration.ofMillis(value.toMillis()))) {
            throw new IllegalArgumentException("a " + what + " has whole milliseconds, not " + value);
        }
    }

    /** This policy with times for real networks. */
    public static Recovery of(RecoveryPolicy policy) {
        return new Recovery(policy, DEFAULT_BEACON, DEFAULT_GUARD, DEFAULT_DRIFT_PPM);
    }

    public boolean isOn() {
        return policy != RecoveryPolicy.OFF;
    }

    public Recovery beacon(Duration value) {
        return new Recovery(policy, value, guard, driftPpm);
    }

    public Recovery guard(Duration value) {
        return new Recovery(policy, beacon, value, driftPpm);
    }

    public Recovery driftPpm(int value) {
        return new Recovery(policy, beacon, guard, value);
    }

    /** As {@code majority (beacon 500 ms, guard 5000 ms, drift 10000 ppm)}. */
    @Override
    public String toString() {
        return isOn()
                ? policy.label() + " (beacon " + beacon.toMillis() + " ms, guard " + guard.toMillis() + " ms, drift "
                        + driftPpm + " ppm)"
                : policy.label();
    }
}
