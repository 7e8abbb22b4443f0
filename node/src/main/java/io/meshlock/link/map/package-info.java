/**
 * The map of the mesh: who is there, and who is linked with whom.
 *
 * <p>Every node makes {@link io.meshlock.link.wire.LinkStateAdvert}s about itself, and passes on those of others that are
 * news to it. A {@link io.meshlock.link.map.LinkStateFlooding} does the talking, an {@link io.meshlock.link.map.LinkStateDatabase} keeps
 * what was heard, and {@link io.meshlock.link.map.Routes} are the shortest ways over it. docs/wire.md has the rules.
 */
@NullMarked
package io.meshlock.link.map;

import org.jspecify.annotations.NullMarked;
