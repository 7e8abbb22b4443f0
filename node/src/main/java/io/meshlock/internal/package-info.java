/**
 * The runtime behind the public API. Nothing here is for users.
 *
 * <p>The path of a request: {@code pool.acquire(2)} makes a {@link io.meshlock.internal.BlockingRequest}, which is a
 * step of the pool's {@link io.meshlock.internal.PoolRuntime}. The runtime passes it to the protocol and performs the
 * protocol's effects: messages go to the pool's port, and a grant becomes a {@link io.meshlock.internal.HeldGrant} that
 * the caller receives. Messages from neighbours, timers and link changes are steps of the same runtime, and run on the
 * thread that brings them.
 */
@NullMarked
package io.meshlock.internal;

import org.jspecify.annotations.NullMarked;
