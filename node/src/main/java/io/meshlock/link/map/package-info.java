/**
 * The map of the mesh, by link-state flooding: which nodes there are, and which links they have.
 *
 * <p>Every node makes {@link io.meshlock.link.wire.LinkStateAdvert}s about itself, and forwards those of other nodes
 * that it did not have. {@link io.meshlock.link.map.LinkStateFlooding} exchanges adverts with neighbours, {@link
 * io.meshlock.link.map.LinkStateDatabase} keeps the newest ones, and {@link io.meshlock.link.map.Routes} are the
 * shortest routes over them. docs/wire.md has the rules.
 */
@NullMarked
package io.meshlock.link.map;

import org.jspecify.annotations.NullMarked;
