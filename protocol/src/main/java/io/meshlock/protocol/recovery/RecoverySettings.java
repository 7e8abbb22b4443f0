package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Option;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.View;
import java.util.List;

/**
 * A pool's recovery: its policy and its times, by any node's own clock.
 *
 * @param policy when a new token is made
 * @param beacon b: how often evidence goes round
 * @param electionTimeout G: who saw evidence does not help to make another token for so long
 * @param validity V: a token may grant for so long after evidence that a majority saw
 * @param lease L: a grant lives so long without renewal
 * @param drift how far clocks run apart
 */
public record RecoverySettings(
        Recovery policy, long beacon, long electionTimeout, long validity, long lease, ClockDrift drift) {

    /** When a new token is made. */
    public enum Recovery {
        OFF,
        MAJORITY,
        NEVER,
        OPERATOR
    }

    private static final long LONGEST = 1L << 50;

    private static final Option RECOVERY = new Option(
            "recovery", 0, 0, 3, "0: off; a new token is made 1: by a majority, 2: never, 3: by the operator");
    private static final Option BEACON =
            new Option("beacon", 10_000_000, 1, LONGEST, "ticks between beacons; with recovery");
    private static final Option ELECTION_TIMEOUT = new Option(
            "election-timeout",
            0,
            0,
            LONGEST,
            "ticks for which a node that saw a heartbeat helps to make no other token; 0: 20 beacons");
    private static final Option HOLDER_LEASE = new Option(
            "holder-lease",
            0,
            0,
            LONGEST,
            "ticks for which the holder may grant after a heartbeat that a majority echoed; 0: as long as is safe");
    private static final Option LEASE = new Option(
            "lease",
            0,
            0,
            LONGEST,
            "ticks that a grant lasts without renewal; 0: one and a half times the election timeout");
    private static final Option DRIFT_PPM =
            new Option("drift-ppm", 10_000, 0, 200_000, "millionths that a clock may be too fast or too slow");

    /** What an algorithm with recovery offers beside its own options. */
    public static final List<Option> OPTIONS =
            List.of(RECOVERY, BEACON, ELECTION_TIMEOUT, HOLDER_LEASE, LEASE, DRIFT_PPM);

    private static final int ELECTION_TIMEOUT_BEACONS = 20;
    private static final int LEAST_ELECTION_TIMEOUT_BEACONS = 10;
    private static final int LEAST_LEASE_BEACONS = 3;

    public RecoverySettings {
        long longest = drift.atLeast(electionTimeout);
        if (electionTimeout < LEAST_ELECTION_TIMEOUT_BEACONS * beacon) {
            throw new IllegalArgumentException("option 'election-timeout' must be at least "
                    + LEAST_ELECTION_TIMEOUT_BEACONS + " times option 'beacon', "
                    + LEAST_ELECTION_TIMEOUT_BEACONS * beacon + ", not " + electionTimeout);
        }
        if (validity > longest || validity < 2 * beacon) {
            throw new IllegalArgumentException(
                    "option 'holder-lease' must be between two beacons and what drifting clocks"
                            + " leave of the election timeout, " + 2 * beacon + " and " + longest + ", not "
                            + validity);
        }
        if (lease < LEAST_LEASE_BEACONS * beacon) {
            throw new IllegalArgumentException("option 'lease' must be at least " + LEAST_LEASE_BEACONS
                    + " times option 'beacon', " + LEAST_LEASE_BEACONS * beacon + ", not " + lease);
        }
        // V <= G/q and L' >= q L, as nodes at the two ends of the drift see it.
        Check.invariant(
                drift.atMost(validity) <= electionTimeout,
                "an election timeout outlasts the holder lease that relies on it");
        Check.invariant(drift.atLeast(drift.atMost(lease)) >= lease, "the ledger's lease outlasts the grantee's");
    }

    /** True if the pool is to survive crashes. */
    public static boolean isOn(Options options) {
        return options.isOn(RECOVERY);
    }

    /** The settings that these options make; combinations that are not safe are refused with a message that says so. */
    public static RecoverySettings of(Options options) {
        ClockDrift drift = new ClockDrift(options.get(DRIFT_PPM));
        long beacon = options.get(BEACON);
        long electionTimeout = orElse(options.get(ELECTION_TIMEOUT), ELECTION_TIMEOUT_BEACONS * beacon);
        long validity = orElse(options.get(HOLDER_LEASE), drift.atLeast(electionTimeout));
        long lease = orElse(options.get(LEASE), electionTimeout + electionTimeout / 2);
        return new RecoverySettings(policy(options), beacon, electionTimeout, validity, lease, drift);
    }

    /** When a new token is made, with these options. */
    public static Recovery policy(Options options) {
        return Recovery.values()[(int) options.get(RECOVERY)];
    }

    private static long orElse(long given, long derived) {
        return given > 0 ? given : derived;
    }

    /** L': the ledger keeps a grant so long, which is longer than its grantee believes in it, whatever their clocks. */
    long ledgerLease() {
        return drift.atMost(lease);
    }

    /** At most one beacon goes over a link in this time, however urgent. */
    long pause() {
        return Math.max(1, beacon / 4);
    }

    /** How many members have to agree. Without recovery the token's holder alone decides: there is no other token to fear. */
    int quorum(View view) {
        return policy == Recovery.NEVER ? 1 : view.majority();
    }
}
