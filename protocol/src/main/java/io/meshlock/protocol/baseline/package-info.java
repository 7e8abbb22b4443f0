/**
 * Classic algorithms for static networks: baselines for comparison. Their nodes write to any node of the mesh over a
 * routing layer. Each has a package of its own.
 *
 * <p>All of them assume channels that lose and double nothing; none needs messages in order. None survives loss: a
 * scenario that loses messages refuses them.
 */
@NullMarked
package io.meshlock.protocol.baseline;

import org.jspecify.annotations.NullMarked;
