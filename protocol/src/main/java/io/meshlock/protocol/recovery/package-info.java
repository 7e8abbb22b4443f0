/**
 * What the papers assume away: nodes that crash, forget, pause or are cut off. A pool's token may die with its node; this
 * package makes another, safely, and makes sure that nobody believes in a grant that others have given up.
 *
 * <p>It wraps an algorithm that has one token. The wrapped algorithm does its work as ever within one {@linkplain Epoch
 * epoch}; between epochs it starts afresh. docs/protocols/recovery.md explains the rules and why they are safe.
 */
@NullMarked
package io.meshlock.protocol.recovery;

import org.jspecify.annotations.NullMarked;
