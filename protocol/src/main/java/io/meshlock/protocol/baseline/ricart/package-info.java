/**
 * Permission of all others: G. Ricart and A. Agrawala, <em>An optimal algorithm for mutual exclusion in computer
 * networks</em>, CACM 24(1), 1981. A node that wants to enter asks all others and enters when all have replied. A node
 * that is inside, or asked earlier, replies when it leaves. 2(n − 1) messages per entry.
 *
 * <table>
 * <caption>Messages</caption>
 * <tr><td>REQUEST(timestamp)</td><td>to all others</td></tr>
 * <tr><td>REPLY(number)</td><td>to the asking node: you may enter, as far as I am concerned</td></tr>
 * </table>
 *
 * <p>Assumes reliable channels; messages may overtake each other. One permit. Requests are served in the order of their
 * timestamps over the mesh, and by the pool's policy within a node.
 *
 * <p>D1. A REPLY carries the largest grant number that the replier knows. Every node that entered before has replied
 * after it left, so the largest of all replies, plus one, is a fencing token that rises over the whole pool
 * ({@code BaselinesTest}).
 */
@NullMarked
package io.meshlock.protocol.baseline.ricart;

import org.jspecify.annotations.NullMarked;
