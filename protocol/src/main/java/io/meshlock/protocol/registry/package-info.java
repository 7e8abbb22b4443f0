/**
 * The registry of algorithms by name. It depends on all other packages; no package of this module may depend on it.
 *
 * <p>A new algorithm is one package and one line in {@link io.meshlock.protocol.registry.Algorithms}.
 */
@NullMarked
package io.meshlock.protocol.registry;

import org.jspecify.annotations.NullMarked;
