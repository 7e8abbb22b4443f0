/**
 * Meshlock for Java programs: permits and locks shared by the nodes of a mesh, in the manner of {@code java.util.concurrent}.
 *
 * <p>Begin with {@link io.meshlock.Meshlock#builder()}. Words: a {@link io.meshlock.PermitPool} has k permits; a {@link
 * io.meshlock.Request} asks for some of them; a {@link io.meshlock.Grant} holds them until it is closed.
 *
 * <p>No method throws a checked exception except {@link InterruptedException}. What can go wrong is a {@link
 * io.meshlock.MeshlockException}, or an {@link IllegalArgumentException} if the caller asked for something impossible.
 */
@NullMarked
package io.meshlock;

import org.jspecify.annotations.NullMarked;
