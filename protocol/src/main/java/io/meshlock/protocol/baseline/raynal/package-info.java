/**
 * Permission of everybody for h of k: M. Raynal, <em>A distributed solution to the k-out of-M resources allocation problem</em>,
 * ICCI 1991. Ricart and Agrawala's algorithm with counts: whoever wants h permits asks all others, supposes that each of them
 * uses all k until it says otherwise, and enters when what the others may use leaves h.
 *
 * <table>
 * <caption>Messages</caption>
 * <tr><td>REQUEST(timestamp)</td><td>to all others</td></tr>
 * <tr><td>FREE(permits)</td><td>to an asker: so many of the k that you suppose I use, I do not use; the rest follows when I
 * leave</td></tr>
 * </table>
 *
 * <p>Between 2(n − 1) and 3(n − 1) messages per entry. Assumes reliable channels; messages may overtake each other, because only
 * sums count. A node makes one request at a time; within a node requests are ordered by the pool's policy, over the mesh by
 * timestamps. Grants are numbered per node: there is no order of grants over the pool that anybody knows, so they are not fit for
 * fencing.
 *
 * <p>D1. A node that is asked again by a peer to which it still owes permits answers FREE(k) and goes on owing the same, where the
 * printed rule owes them twice and makes the peer suppose twice the use ({@code BaselinesTest}).
 */
@NullMarked
package io.meshlock.protocol.baseline.raynal;

import org.jspecify.annotations.NullMarked;
