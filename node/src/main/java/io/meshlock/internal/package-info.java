/**
 * The runtime behind the public interfaces; nothing here is for users.
 *
 * <p>A call flows one way round: {@code pool.acquire(2)} makes a {@link io.meshlock.internal.BlockingRequest}, a step of the pool's
 * {@link io.meshlock.internal.PoolRuntime}; the runtime asks its protocol, and performs what the protocol wants done:
 * sends go to the pool's port, a grant becomes a {@link io.meshlock.internal.HeldGrant} in the caller's hands. What
 * arrives from a neighbour, a timer that ran out and a link that came up are steps of the same runtime, run on whatever
 * thread they come on.
 */
@NullMarked
package io.meshlock.internal;

import org.jspecify.annotations.NullMarked;
