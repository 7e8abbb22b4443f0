/**
 * Permission of all others for h of k: M. Raynal, <em>A distributed solution to the k-out of-M resources allocation
 * problem</em>, ICCI 1991. Ricart and Agrawala's algorithm with counts: a node that wants h permits asks all others,
 * assumes that each of them uses all k until it says otherwise, and enters when the others leave at least h.
 *
 * <table>
 * <caption>Messages</caption>
 * <tr><td>REQUEST(timestamp)</td><td>to all others</td></tr>
 * <tr><td>FREE(permits)</td><td>to the asking node: I do not use so many of the k permits that you assume; the rest
 *     follows when I leave</td></tr>
 * </table>
 *
 * <p>Between 2(n − 1) and 3(n − 1) messages per entry. Assumes reliable channels; messages may overtake each other,
 * because only sums count. A node makes one request at a time; within a node requests are ordered by the pool's policy,
 * over the mesh by timestamps. Grants are numbered per node: no node knows an order of all grants of the pool, so they
 * are not fit for fencing.
 *
 * <p>D1. A node that is asked again by a peer to which it still owes permits answers FREE(k) and goes on owing the
 * same, where the printed rule owes them twice and makes the peer assume twice the use ({@code BaselinesTest}).
 */
@NullMarked
package io.meshlock.protocol.baseline.raynal;

import org.jspecify.annotations.NullMarked;
