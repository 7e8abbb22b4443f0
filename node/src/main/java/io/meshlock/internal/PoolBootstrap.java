package io.meshlock.internal;

import io.meshlock.internal.state.PoolPromises;
import io.meshlock.protocol.DurableState;

/**
 * How a pool starts at a node.
 *
 * @param bootstraps true if this node makes the pool's first token
 * @param instance the pool instance that this node belongs to; {@link PoolInstanceId#UNKNOWN} until it hears of one
 * @param durable what it has promised so far
 * @param memory the file in which it keeps its promises
 */
record PoolBootstrap(boolean bootstraps, long instance, DurableState durable, PoolPromises memory) {}
