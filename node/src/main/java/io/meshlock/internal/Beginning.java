package io.meshlock.internal;

import io.meshlock.internal.state.PoolMemory;
import io.meshlock.protocol.Durable;

/**
 * How a pool begins at a node.
 *
 * @param founds its tokens begin their life here
 * @param founding which founding of the pool this node belongs to; {@link FoundingId#UNKNOWN} until it hears of one
 * @param durable what it has promised so far
 * @param memory where it keeps that
 */
record Beginning(boolean founds, long founding, Durable durable, PoolMemory memory) {}
