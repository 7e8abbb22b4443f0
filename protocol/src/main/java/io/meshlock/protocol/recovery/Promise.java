package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.View;
import org.jspecify.annotations.Nullable;

/**
 * PROMISE: a node serves no token older than the proposal any more, and tells what its maker has to know. What the node holds
 * stands in its {@link PeerState}.
 *
 * @param proposal what is promised
 * @param at the proposal's time, by the proposer's clock
 * @param seen the newest epoch whose token or heartbeat the node had accepted
 * @param view the newest view it knew
 * @param token the token that is here and frozen by the promise; null if none
 * @param count the largest number of grants, epochs aside, that the node knows of
 */
public record Promise(
        Epoch proposal,
        long at,
        Epoch seen,
        View view,
        @Nullable FrozenToken token,
        long count) {}
