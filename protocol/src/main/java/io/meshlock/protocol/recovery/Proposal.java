package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Epoch;

/**
 * RECOVER: a node wants to make a new token.
 *
 * @param epoch the token's epoch, which the proposer has promised itself
 * @param waiver the proposer has the token of this epoch, or has it from somebody who gave it up, and so no election timeout of this or an
 *     older epoch need be waited for; {@link Epoch#NONE} if it has none
 * @param at the proposer's clock when it first said so
 */
public record Proposal(Epoch epoch, Epoch waiver, long at) {}
