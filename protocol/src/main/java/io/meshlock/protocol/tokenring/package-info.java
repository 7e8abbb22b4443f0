/**
 * A token ring: the example of {@code docs/guide/new-algorithm.md}, and a baseline for comparison.
 *
 * <p>Nodes write to each other by number. The token goes from each number to the next and stops after a whole round
 * without being used. A node that wants the token while it is elsewhere sends WANT around the ring in the same
 * direction. Every node that WANT passes notes that the token is wanted, and sends the token on for a whole round when
 * it arrives; so it does not matter if WANT overtakes the token. An idle token that WANT reaches sets out again.
 * Messages must arrive, in any order. The token counts grants, so their numbers are fencing tokens.
 */
@NullMarked
package io.meshlock.protocol.tokenring;

import org.jspecify.annotations.NullMarked;
