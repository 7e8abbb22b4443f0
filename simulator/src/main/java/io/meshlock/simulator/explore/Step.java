package io.meshlock.simulator.explore;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.PoolSize;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one input to one node's state.
 *
 * @param to the state afterwards
 * @param sends receiver and message number, alternating
 * @param decisions what the node decided, in order
 * @param named the set of own requests that wait under a new key
 * @param flaw the rule that this step breaks by itself, or null
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Step(
        int to,
        int[] sends,
        List<Decision> decisions,
        int named,
        @Nullable Flaw flaw) {

    /** A decision, and the pool's size by which it was made. */
    record Decision(long number, Key key, PoolSize size) {}
}
