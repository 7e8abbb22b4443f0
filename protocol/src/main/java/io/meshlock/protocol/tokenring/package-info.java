/**
 * A token ring: the example of {@code docs/guide/new-algorithm.md}, and a yardstick.
 *
 * <p>Nodes write to each other by number. The token goes from each number to the next and ends where it has been all the way
 * round without being used. Whoever wants it while it is elsewhere sends WANT the same way round. Every node that WANT goes
 * past keeps in mind that somebody wants the token, and sends it on a whole round when it comes; so WANT may end where it
 * finds that known, and it does not matter if it overtakes the token. An idle token that WANT meets sets out again. Assumes
 * that messages arrive, in any order. The token counts grants, which makes their numbers fit for fencing.
 */
@NullMarked
package io.meshlock.protocol.tokenring;

import org.jspecify.annotations.NullMarked;
