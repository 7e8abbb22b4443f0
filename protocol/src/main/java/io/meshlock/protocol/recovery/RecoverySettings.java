package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Option;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolBounds;
import io.meshlock.protocol.View;
import java.util.List;

/**
 * A pool's recovery settings: the policy and its times. Every node measures the times by its own clock.
 *
 * @param policy when a new token is made
 * @param beacon b: the interval of heartbeats and beacons
 * @param electionTimeout G: how long a node that saw a heartbeat does not help to make another token
 * @param validity V: how long a token may grant after a heartbeat that a majority echoed
 * @param lease L: how long a grant lives without renewal
 * @param drift how far clocks may run apart
 * @param voters how many nodes vote, an odd number; 0 if the first voters stay for good
 */
public record RecoverySettings(
        Recovery policy, long beacon, long electionTimeout, long validity, long lease, ClockDrift drift, int voters) {

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

    private static final Option VOTERS = new Option(
            "voters",
            7,
            0,
            PoolBounds.MAX_VOTERS,
            "nodes that vote on a new token, an odd number; 0: the first voters, for good");

    /** What an algorithm with recovery offers beside its own options. */
    public static final List<Option> OPTIONS =
            List.of(RECOVERY, BEACON, ELECTION_TIMEOUT, HOLDER_LEASE, LEASE, DRIFT_PPM, VOTERS);

    private static final int ELECTION_TIMEOUT_BEACONS = 20;
    private static final int LEAST_ELECTION_TIMEOUT_BEACONS = 10;
    private static final int LEAST_LEASE_BEACONS = 3;
    private static final int LEAST_ACKS = 16;

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
        if (voters != 0 && voters % 2 == 0) {
            throw new IllegalArgumentException("option 'voters' must be odd, or 0 for the first voters, not " + voters);
        }
        // V <= G/q and L' >= q L, as nodes at the two ends of the drift see it.
        Check.invariant(
                drift.atMost(validity) <= electionTimeout,
                "the election timeout outlasts the validity that relies on it");
        Check.invariant(drift.atLeast(drift.atMost(lease)) >= lease, "the ledger's lease outlasts the grantee's");
    }

    /** True if the options switch recovery on. */
    public static boolean isOn(Options options) {
        return options.isOn(RECOVERY);
    }

    /** Reads the settings from options; refuses combinations that are not safe. */
    public static RecoverySettings of(Options options) {
        ClockDrift drift = new ClockDrift(options.get(DRIFT_PPM));
        long beacon = options.get(BEACON);
        long electionTimeout = orElse(options.get(ELECTION_TIMEOUT), ELECTION_TIMEOUT_BEACONS * beacon);
        long validity = orElse(options.get(HOLDER_LEASE), drift.atLeast(electionTimeout));
        long lease = orElse(options.get(LEASE), electionTimeout + electionTimeout / 2);
        return new RecoverySettings(
                policy(options), beacon, electionTimeout, validity, lease, drift, (int) options.get(VOTERS));
    }

    /** When a new token is made, by these options. */
    public static Recovery policy(Options options) {
        return Recovery.values()[(int) options.get(RECOVERY)];
    }

    /** How many nodes of a mesh vote from the start, by these options. */
    public static int firstVoters(Options options) {
        int voters = (int) options.get(VOTERS);
        return voters == 0 ? (int) VOTERS.defaultValue() : voters;
    }

    private static long orElse(long given, long derived) {
        return given > 0 ? given : derived;
    }

    /**
     * L': how long the ledger keeps a grant. It outlasts the grantee's lease, however their clocks drift within the
     * bound.
     */
    long ledgerLease() {
        return drift.atMost(lease);
    }

    /**
     * How many renewals a heartbeat acknowledges at most. If all permits are held for long, by a node each, every one is
     * renewed three times per lease and acknowledged twice.
     */
    int acksPerHeartbeat(int permits) {
        long heartbeats = lease / beacon;
        long needed = (6L * permits + heartbeats - 1) / heartbeats;
        return (int) Math.min(Integer.MAX_VALUE, Math.max(LEAST_ACKS, needed));
    }

    /** The least time between two beacons over a link. */
    long pause() {
        return Math.max(1, beacon / 4);
    }

    /** How many voters have to agree. If no new token is ever made, the token's holder alone decides. */
    int quorum(View view) {
        return policy == Recovery.NEVER ? 1 : view.majority();
    }
}
