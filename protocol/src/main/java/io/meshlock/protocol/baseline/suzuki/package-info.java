/**
 * A token that all nodes are asked for: I. Suzuki and T. Kasami, <em>A distributed mutual exclusion algorithm</em>, ACM
 * TOCS 3(4), 1985. A node that wants the token numbers its request and tells all others; the token records the requests
 * that were served. n messages per entry, none if the token is here.
 *
 * <table>
 * <caption>Messages</caption>
 * <tr><td>REQUEST(number)</td><td>to all others: I want the token; counts my requests</td></tr>
 * <tr><td>TOKEN(served, line, grant)</td><td>the latest request of each node that was served, and the nodes that are
 *     next</td></tr>
 * </table>
 *
 * <p>Assumes reliable channels; messages may overtake each other, because an old request is known by its number. One
 * permit. Within a node requests are ordered by the pool's policy.
 *
 * <p>D1. The token carries the number of the latest grant, so grants are numbered over the whole pool.
 */
@NullMarked
package io.meshlock.protocol.baseline.suzuki;

import org.jspecify.annotations.NullMarked;
