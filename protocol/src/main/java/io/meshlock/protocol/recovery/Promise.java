package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.View;
import org.jspecify.annotations.Nullable;

/**
 * PROMISE: a node serves no token older than the proposal any more, and reports what the proposer needs. The node's
 * grants are listed in its {@link PeerState}.
 *
 * @param proposal the promised epoch
 * @param at the proposal's time, by the proposer's clock
 * @param seen the newest epoch whose token or heartbeat the node had accepted
 * @param view the newest view that it knew
 * @param token the node's token, frozen by the promise; null if it has none
 * @param count the largest grant count, over all epochs, that the node knows of
 */
public record Promise(
        Epoch proposal,
        long at,
        Epoch seen,
        View view,
        @Nullable FrozenToken token,
        long count) {}
