package io.meshlock;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The recovery state of a pool, as seen from one node.
 *
 * <pre>{@code
 * docks.status().ifPresent(status -> System.out.println(status.heard() + " of " + status.voters().size()
 *         + " voters were heard of; the token is " + (status.token() ? "here" : "elsewhere")));
 * }</pre>
 *
 * @param epoch the newest epoch (generation of the token) that this node knows, as {@code 3/7}: made in round 3 by node
 *     7; empty if it knows none
 * @param promised this node serves no token of an epoch older than this; newer than {@code epoch} during a recovery
 * @param takesPart true if this node takes part in {@code epoch}: it can hold permits
 * @param token true if the token is at this node
 * @param validFor how long the token here may still grant without hearing from a majority; zero if it may not, or is
 *     not here
 * @param evidenceAge the age of the newest heartbeat of the token that this node has seen; empty if none since it
 *     started
 * @param suspicious true if that age exceeds the election timeout, so that this node would help to make a new token
 * @param proposing true if this node is proposing a new token
 * @param voters the numbers of the nodes that count for majorities, ascending
 * @param votes true if this node is one of them and its vote counts: after a restart it does once the election timeout is
 *     over. Who restarts the nodes of a mesh one after the other waits for this
 * @param heard how many voters were heard of lately, this node included; while nobody waits, only the token's node hears
 *     of them
 * @param wantedPermits a size that an operator has asked for and that this node does not know to be in force yet
 * @param recoveries how often this node has made a new token since it started
 */
public record PoolStatus(
        Optional<String> epoch,
        Optional<String> promised,
        boolean takesPart,
        boolean token,
        Duration validFor,
        Optional<Duration> evidenceAge,
        boolean suspicious,
        boolean proposing,
        List<Integer> voters,
        boolean votes,
        int heard,
        Optional<Integer> wantedPermits,
        long recoveries) {

    public PoolStatus {
        voters = List.copyOf(voters);
    }

    /** How many voters are a majority: as many as it takes to make a new token. */
    public int majority() {
        return voters.size() / 2 + 1;
    }
}
