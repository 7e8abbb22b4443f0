/**
 * A coordinator at a fixed node keeps the pool's ledger and queue: the obvious solution, and the baseline for all
 * others. Three messages per entry, none for the coordinator's own.
 *
 * <table>
 * <caption>Messages</caption>
 * <tr><td>REQUEST(number, permits, priority, deadline)</td><td>to the coordinator</td></tr>
 * <tr><td>GRANT(number, grant, slots)</td><td>to the requester</td></tr>
 * <tr><td>RELEASE(grant)</td><td>to the coordinator</td></tr>
 * <tr><td>CANCEL(number)</td><td>to the coordinator: takes back the request, or the grant that crosses it</td></tr>
 * </table>
 *
 * <p>Assumes reliable channels; messages may overtake each other. A CANCEL that arrives before its REQUEST is kept
 * until that comes; one that arrives after the GRANT was sent releases the permits, and the requester ignores the
 * GRANT. So every request is cancelled exactly once and nothing is kept forever.
 *
 * <p>Requests are ordered by the pool's policy, with the coordinator's count of grants when a request arrived as its
 * birth; if the front request does not fit, all others wait. Grants are numbered and name their slots.
 */
@NullMarked
package io.meshlock.protocol.baseline.central;

import org.jspecify.annotations.NullMarked;
