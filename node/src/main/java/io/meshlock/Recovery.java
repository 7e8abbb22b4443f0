package io.meshlock;

import java.time.Duration;

/**
 * How a pool gets over nodes that crash, stop for a while or are cut off. Immutable.
 *
 * <pre>{@code
 * PoolConfig lanes = PoolConfig.permits(2).lease(Duration.ofSeconds(4)); // beacons every 200 ms, a electionTimeout of 2 s
 * PoolConfig calm = PoolConfig.permits(2).recovery(Recovery.MAJORITY.electionTimeout(Duration.ofSeconds(30)));
 * }</pre>
 *
 * @param policy who makes a new token
 * @param beacon how often nodes tell each other that the token lives, while the pool is in use; {@link Duration#ZERO}: twenty times
 *     per lease
 * @param electionTimeout how long the token must have been silent before another is made; at least ten beacons. A holder that hears from no
 *     majority for about as long stops granting. {@link Duration#ZERO}: half a lease
 * @param driftPpm how much faster or slower than the true time any node's clock may run, in millionths. On machines that are
 *     suspended now and then it has to cover 50 ms of the guard and of the lease besides
 */
public record Recovery(RecoveryPolicy policy, Duration beacon, Duration electionTimeout, int driftPpm) {

    private static final int DEFAULT_DRIFT_PPM = 10_000;
    private static final int MOST_DRIFT_PPM = 200_000;
    private static final int BEACONS_PER_LEASE = 20;
    private static final int GUARD_BEACONS = 10;
    private static final int LEASE_BEACONS = 3;
    private static final Duration SHORTEST_BEACON = Duration.ofMillis(10);
    private static final Duration LONGEST_GUARD = Duration.ofDays(365);

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
        checkMillis("guard", electionTimeout);
        if (!beacon.isZero() && beacon.compareTo(SHORTEST_BEACON) < 0) {
            throw new IllegalArgumentException(
                    "a beacon comes every " + SHORTEST_BEACON.toMillis() + " ms at most, not every " + beacon);
        }
        if (electionTimeout.isNegative() || electionTimeout.compareTo(LONGEST_GUARD) > 0) {
            throw new IllegalArgumentException("a guard lasts a year at most, not " + electionTimeout);
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

    /** This policy, with times that follow from the lease. */
    public static Recovery of(RecoveryPolicy policy) {
        return new Recovery(policy, Duration.ZERO, Duration.ZERO, DEFAULT_DRIFT_PPM);
    }

    public boolean isOn() {
        return policy != RecoveryPolicy.OFF;
    }

    public Recovery beacon(Duration value) {
        return new Recovery(policy, value, electionTimeout, driftPpm);
    }

    public Recovery electionTimeout(Duration value) {
        return new Recovery(policy, beacon, value, driftPpm);
    }

    public Recovery driftPpm(int value) {
        return new Recovery(policy, beacon, electionTimeout, value);
    }

    /** The same with all times given, for a pool with this lease. */
    public Recovery resolved(Duration lease) {
        long usual = Math.max(SHORTEST_BEACON.toMillis(), lease.toMillis() / BEACONS_PER_LEASE);
        Duration every = beacon.isZero() ? Duration.ofMillis(usual) : beacon;
        Duration silence = electionTimeout.isZero() ? every.multipliedBy(GUARD_BEACONS) : electionTimeout;
        return new Recovery(policy, every, silence, driftPpm);
    }

    /** The same, with what follows from the lease left out: so that equal settings are equal. */
    Recovery simplified(Duration lease) {
        Recovery whole = resolved(lease);
        Recovery withoutGuard = whole.electionTimeout(Duration.ZERO);
        Recovery simpler = withoutGuard.resolved(lease).equals(whole) ? withoutGuard : whole;
        Recovery withoutBeacon = simpler.beacon(Duration.ZERO);
        return withoutBeacon.resolved(lease).equals(whole) ? withoutBeacon : simpler;
    }

    /** Throws {@link IllegalArgumentException} if these times are not safe, or of no use, with that lease. */
    void check(Duration lease) {
        Recovery whole = resolved(lease);
        checkAtLeast("a guard", whole.electionTimeout, GUARD_BEACONS, whole.beacon);
        checkAtLeast("with recovery a lease", lease, LEASE_BEACONS, whole.beacon);
    }

    private static void checkAtLeast(String what, Duration value, int beacons, Duration beacon) {
        Duration least = beacon.multipliedBy(beacons);
        if (value.compareTo(least) < 0) {
            throw new IllegalArgumentException(what + " lasts at least " + beacons + " beacons, " + least.toMillis()
                    + " ms, not " + value.toMillis() + " ms");
        }
    }

    /** As {@code majority, beacon 500 ms, electionTimeout 5000 ms}; the usual is left out. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(policy.label());
        if (isOn() && !beacon.isZero()) {
            text.append(", beacon ").append(beacon.toMillis()).append(" ms");
        }
        if (isOn() && !electionTimeout.isZero()) {
            text.append(", guard ").append(electionTimeout.toMillis()).append(" ms");
        }
        if (isOn() && driftPpm != DEFAULT_DRIFT_PPM) {
            text.append(", drift ").append(driftPpm).append(" ppm");
        }
        return text.toString();
    }
}
