package io.meshlock.internal;

import io.meshlock.internal.state.PoolStateFile;
import io.meshlock.protocol.DurableState;

/**
 * How a pool begins at a node.
 *
 * @param bootstraps its tokens begin their life here
 * @param instance which instance of the pool this node belongs to; {@link PoolInstanceId#UNKNOWN} until it hears of one
 * @param durable what it has promised so far
 * @param memory where it keeps that
 */
record PoolBootstrap(boolean bootstraps, long instance, DurableState durable, PoolStateFile memory) {}
