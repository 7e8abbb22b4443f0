package io.meshlock.protocol;

import org.jspecify.annotations.Nullable;

/**
 * The status of a pool with recovery as seen from one node, for people.
 *
 * @param promised the newest epoch promised: the node serves no token of an older one
 * @param seen the newest epoch whose token or heartbeat it accepted
 * @param taking the node takes part in the promised epoch
 * @param token the node has the active token
 * @param validFor the remaining validity of the node's token; 0 if it has none or may not grant
 * @param evidenceAge how long ago the newest heartbeat arrived; -1 if none arrived since the node started
 * @param suspicious the node wants the token and has seen no heartbeat for an election timeout
 * @param proposing the node is trying to make a new token
 * @param view the newest view: the voters and the pool's size
 * @param heard how many voters it heard of within an election timeout, itself included if it votes; by their echoes, too,
 *     if it holds a valid token
 * @param seat the number of this node's own seat; {@link Seat#NONE} if it has none
 * @param votes the view lists that seat, and it counts: after a restart it does once the election timeout is over
 * @param wanted the size that an operator wants, or the view has, and that is not known here to be in force; null if
 *     none
 */
public record RecoveryStatus(
        Epoch promised,
        Epoch seen,
        boolean taking,
        boolean token,
        long validFor,
        long evidenceAge,
        boolean suspicious,
        boolean proposing,
        View view,
        int heard,
        long seat,
        boolean votes,
        @Nullable PoolSize wanted) {}
