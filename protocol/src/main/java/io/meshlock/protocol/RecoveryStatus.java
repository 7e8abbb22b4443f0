package io.meshlock.protocol;

import org.jspecify.annotations.Nullable;

/**
 * How a pool stands as seen from one node, for people.
 *
 * @param promised the epoch below which the node serves no token
 * @param seen the newest epoch whose token or heartbeat it accepted
 * @param taking it takes part in that epoch
 * @param token the token is here
 * @param validFor how long the token here may still grant without new evidence; 0 if it is not here or may not
 * @param evidenceAge how long ago the newest evidence of the token came; -1 if none came since the node started
 * @param suspicious the evidence is so old that the node would help to make a new token
 * @param proposing it is trying to make one
 * @param view who belongs to the pool
 * @param heard how many of them it heard of lately, itself included
 * @param wanted the size that an operator wants, or the view has, and that is not known here to be in force; null if none
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
        @Nullable PoolSize wanted) {}
