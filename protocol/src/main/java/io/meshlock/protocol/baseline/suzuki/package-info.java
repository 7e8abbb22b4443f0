/**
 * A token that everybody is asked for: I. Suzuki and T. Kasami, <em>A distributed mutual exclusion algorithm</em>, ACM TOCS
 * 3(4), 1985. Whoever wants the token numbers its request and tells all others; the token knows whose requests it has served.
 * n messages per entry, none if the token is here.
 *
 * <table>
 * <caption>Messages</caption>
 * <tr><td>REQUEST(number)</td><td>to all others: my so many-th request</td></tr>
 * <tr><td>TOKEN(served, line, grant)</td><td>the latest request of each node that was served, and who is next</td></tr>
 * </table>
 *
 * <p>Assumes reliable channels; messages may overtake each other, because an old request is known by its number. One permit.
 * Within a node requests are ordered by the pool's policy.
 *
 * <p>D1. The token carries the number of the latest grant, so grants are numbered over the whole pool.
 */
@NullMarked
package io.meshlock.protocol.baseline.suzuki;

import org.jspecify.annotations.NullMarked;
