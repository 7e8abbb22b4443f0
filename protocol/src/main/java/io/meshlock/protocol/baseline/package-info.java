/**
 * Static algorithms that know nothing of links: the yardsticks for those that do. Each writes to any node of the mesh and
 * leaves the way to a routing layer; each has a package of its own.
 *
 * <p>All of them assume channels that lose and double nothing; none needs messages in order. None survives loss: a scenario
 * that loses messages refuses them.
 */
@NullMarked
package io.meshlock.protocol.baseline;

import org.jspecify.annotations.NullMarked;
