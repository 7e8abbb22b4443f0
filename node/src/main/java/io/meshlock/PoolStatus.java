package io.meshlock;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How a pool with recovery stands, as seen from one node.
 *
 * <pre>{@code
 * docks.standing().ifPresent(standing -> System.out.println(standing.heard() + " of " + standing.members().size()
 *         + " members were heard of; the token is " + (standing.token() ? "here" : "elsewhere")));
 * }</pre>
 *
 * @param epoch the generation of the token that this node believes in, as {@code 3/7}: made in round 3 by node 7; empty if it
 *     has heard of none
 * @param promised the generation below which this node serves no token; larger than {@code epoch} while another is being made
 * @param takesPart this node takes part in that generation: it can hold permits
 * @param token the token is here
 * @param validFor how long the token here may still grant without hearing from a majority; zero if it is not here, or may not
 * @param evidenceAge how long ago this node heard of the token; nothing if it has not since it started
 * @param suspicious that is so long ago that this node would help to make another
 * @param proposing this node is trying to make another
 * @param members the numbers of the nodes that count for majorities, ascending
 * @param heard how many of them were heard of lately, this node included
 * @param wantedPermits the size that an operator wants the pool to have, while this node does not know it to be in force
 * @param recoveries how often a token was made at this node since it started
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
        List<Integer> members,
        int heard,
        Optional<Integer> wantedPermits,
        long recoveries) {

    public PoolStatus {
        members = List.copyOf(members);
    }

    /** How many members a new token takes. */
    public int majority() {
        return members.size() / 2 + 1;
    }
}
