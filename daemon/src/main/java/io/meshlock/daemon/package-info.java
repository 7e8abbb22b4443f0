/**
 * A node for programs in any language: beside a mesh it serves HTTP, with an API, events, metrics and the routes that {@linkplain
 * io.meshlock.daemon.Extension extensions} add.
 *
 * <p>Begin with {@link io.meshlock.daemon.Daemon#start}.
 */
@NullMarked
package io.meshlock.daemon;

import org.jspecify.annotations.NullMarked;
