package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.View;

/**
 * RECOVER: a node proposes to make the token of a new epoch.
 *
 * @param epoch the new token's epoch, which the proposer itself has promised
 * @param waiver the epoch of the token that the proposer has itself; heartbeats of this and of older epochs bind nobody
 *     towards this proposal. {@link Epoch#NONE} if it has no token
 * @param at the proposer's clock when it made the proposal
 * @param view the newest view that the proposer knows
 */
public record Proposal(Epoch epoch, Epoch waiver, long at, View view) {}
