package io.meshlock;

import java.time.Duration;

/**
 * How a pool recovers from nodes that crash, pause or are cut off. Immutable.
 *
 * <pre>{@code
 * PoolConfig lanes = PoolConfig.permits(2).lease(Duration.ofSeconds(4)); // beacons every 200 ms, election timeout 2 s
 * PoolConfig calm = PoolConfig.permits(2).recovery(Recovery.MAJORITY.electionTimeout(Duration.ofSeconds(30)));
 * }</pre>
 *
 * @param policy who makes a new token
 * @param beacon the interval at which nodes exchange beacons (the token's newest heartbeat, and peer states) while the
 *     pool is in use; {@link Duration#ZERO}: a twentieth of the lease
 * @param electionTimeout how long no heartbeat of the token must have been seen before a new token is made; at least
 *     ten beacon intervals. A holder that hears from no majority for about as long stops granting. {@link
 *     Duration#ZERO}: ten beacon intervals, half a lease by default
 * @param driftPpm the largest clock drift of any node, in millionths. On machines that are suspended at times it must
 *     also cover 50 ms of error per election timeout and per lease
 */
public record Recovery(RecoveryPolicy policy, Duration beacon, Duration electionTimeout, int driftPpm) {

    private static final int DEFAULT_DRIFT_PPM = 10_000;
    private static final int MOST_DRIFT_PPM = 200_000;
    private static final int BEACONS_PER_LEASE = 20;
    private static final int TIMEOUT_BEACONS = 10;
    private static final int LEASE_BEACONS = 3;
    private static final Duration SHORTEST_BEACON = Duration.ofMillis(10);
    private static final Duration LONGEST_TIMEOUT = Duration.ofDays(365);

    /** A majority of the members makes a new token. */
    public static final Recovery MAJORITY = of(RecoveryPolicy.MAJORITY);

    /** No new token is made, but permits of nodes that crashed come back when their leases end. */
    public static final Recovery NEVER = of(RecoveryPolicy.NEVER);

    /** A new token is made when the operator asks for it. */
    public static final Recovery OPERATOR = of(RecoveryPolicy.OPERATOR);

    /** No recovery at all. */
    public static final Recovery OFF = of(RecoveryPolicy.OFF);

    public Recovery {
        checkMillis("a beacon interval", beacon);
        checkMillis("an election timeout", electionTimeout);
        if (!beacon.isZero() && beacon.compareTo(SHORTEST_BEACON) < 0) {
            throw new IllegalArgumentException(
                    "a beacon interval is at least " + SHORTEST_BEACON.toMillis() + " ms, not " + beacon);
        }
        if (electionTimeout.isNegative() || electionTimeout.compareTo(LONGEST_TIMEOUT) > 0) {
            throw new IllegalArgumentException("an election timeout is at most a year, not " + electionTimeout);
        }
        if (driftPpm < 0 || driftPpm > MOST_DRIFT_PPM) {
            throw new IllegalArgumentException(
                    "a clock's drift is between 0 and " + MOST_DRIFT_PPM + " millionths, not " + driftPpm);
        }
    }

    private static void checkMillis(String what, Duration value) {
        if (!value.equals(Duration.ofMillis(value.toMillis()))) {
            throw new IllegalArgumentException(what + " has whole milliseconds, not " + value);
        }
    }

    /** This policy, with default times: they follow from the lease. */
    public static Recovery of(RecoveryPolicy policy) {
        return new Recovery(policy, Duration.ZERO, Duration.ZERO, DEFAULT_DRIFT_PPM);
    }

    /** False for {@link RecoveryPolicy#OFF}. */
    public boolean isOn() {
        return policy != RecoveryPolicy.OFF;
    }

    /** Sets the beacon interval. */
    public Recovery beacon(Duration value) {
        return new Recovery(policy, value, electionTimeout, driftPpm);
    }

    /** Sets the election timeout. */
    public Recovery electionTimeout(Duration value) {
        return new Recovery(policy, beacon, value, driftPpm);
    }

    /** Sets the largest clock drift, in millionths. */
    public Recovery driftPpm(int value) {
        return new Recovery(policy, beacon, electionTimeout, value);
    }

    /** The same with default times replaced by those for a pool with this lease. */
    public Recovery resolved(Duration lease) {
        long usual = Math.max(SHORTEST_BEACON.toMillis(), lease.toMillis() / BEACONS_PER_LEASE);
        Duration every = beacon.isZero() ? Duration.ofMillis(usual) : beacon;
        Duration silence = electionTimeout.isZero() ? every.multipliedBy(TIMEOUT_BEACONS) : electionTimeout;
        return new Recovery(policy, every, silence, driftPpm);
    }

    /** The same with times that equal their defaults replaced by zero, so that equal settings are equal. */
    Recovery simplified(Duration lease) {
        Recovery whole = resolved(lease);
        Recovery withoutTimeout = whole.electionTimeout(Duration.ZERO);
        Recovery simpler = withoutTimeout.resolved(lease).equals(whole) ? withoutTimeout : whole;
        Recovery withoutBeacon = simpler.beacon(Duration.ZERO);
        return withoutBeacon.resolved(lease).equals(whole) ? withoutBeacon : simpler;
    }

    /** @throws IllegalArgumentException if these times are not safe, or not useful, with that lease */
    void check(Duration lease) {
        Recovery whole = resolved(lease);
        checkAtLeast("an election timeout", whole.electionTimeout, TIMEOUT_BEACONS, whole.beacon);
        checkAtLeast("with recovery a lease", lease, LEASE_BEACONS, whole.beacon);
    }

    private static void checkAtLeast(String what, Duration value, int beacons, Duration beacon) {
        Duration least = beacon.multipliedBy(beacons);
        if (value.compareTo(least) < 0) {
            throw new IllegalArgumentException(what + " lasts at least " + beacons + " beacons, " + least.toMillis()
                    + " ms, not " + value.toMillis() + " ms");
        }
    }

    /** As {@code majority, beacon 500 ms, election timeout 5000 ms}; defaults are left out. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(policy.label());
        if (isOn() && !beacon.isZero()) {
            text.append(", beacon ").append(beacon.toMillis()).append(" ms");
        }
        if (isOn() && !electionTimeout.isZero()) {
            text.append(", election timeout ")
                    .append(electionTimeout.toMillis())
                    .append(" ms");
        }
        if (isOn() && driftPpm != DEFAULT_DRIFT_PPM) {
            text.append(", drift ").append(driftPpm).append(" ppm");
        }
        return text.toString();
    }
}
