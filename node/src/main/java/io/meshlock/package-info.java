/**
 * The public API: permits and locks shared by the nodes of a mesh, in the style of {@code java.util.concurrent}.
 *
 * <pre>{@code
 * try (Meshlock mesh = Meshlock.builder().node("drone-7").bootstrap().start()) {
 *     PermitPool docks = mesh.pool("docks", PoolConfig.permits(5));
 *     try (Grant grant = docks.acquire(2)) {
 *         System.out.println("landing at docks " + grant.slots());
 *     }
 * }
 * }</pre>
 *
 * <p>Start with {@link io.meshlock.Meshlock#builder()}. A {@link io.meshlock.PermitPool} has k permits; a {@link
 * io.meshlock.Request} asks for some of them; a {@link io.meshlock.Grant} holds them until it is closed. A {@link
 * io.meshlock.DistributedLock} is a pool with one permit.
 *
 * <p>No method throws a checked exception except {@link InterruptedException}. Failures are {@link
 * io.meshlock.MeshlockException}s; an {@link IllegalArgumentException} means that a request or setting makes no sense.
 */
@NullMarked
package io.meshlock;

import org.jspecify.annotations.NullMarked;
