/**
 * Crash recovery for algorithms with one token. The papers assume that nodes never fail; here nodes may crash, lose
 * their memory, pause or be cut off. If the token dies with its node, this package makes another one. It also makes
 * sure that no client uses a grant that the ledger has given up.
 *
 * <h2>Source</h2>
 *
 * Our own; no paper. The parts are well known: ballots promised by a majority, as in L. Lamport, <i>The Part-Time
 * Parliament</i>; leases by clocks that may drift, as in C. Gray, D. Cheriton, <i>Leases</i>; gossip of versioned
 * state; group views that change by one member at a time. docs/protocols/recovery.md lists all rules and explains why
 * they are safe.
 *
 * <h2>How it works</h2>
 *
 * {@link io.meshlock.protocol.recovery.RecoveringNode} wraps a {@link io.meshlock.protocol.token.TokenAlgorithm}. The
 * wrapped algorithm runs unchanged within one {@linkplain io.meshlock.protocol.Epoch epoch}; it starts afresh in the
 * next one. The token's holder makes heartbeats. A node that has seen a heartbeat does not help to make another token
 * until its election timeout is over. The holder grants only while its lease (the validity) runs, which is shorter and
 * counts from a heartbeat that a majority has echoed. A node that wants permits and has seen no heartbeat for an
 * election timeout proposes a new epoch. The promises of a majority end all older epochs and report the grants held,
 * and the new token is made from these reports. Grants have leases. The grantee's peer states renew them.
 *
 * <h2>Assumptions</h2>
 *
 * Node numbers are unique. Durable state survives a crash; a node that has lost its disk comes back as another
 * {@linkplain io.meshlock.protocol.Incarnation incarnation}. Clocks may start anywhere and drift by up to the given
 * bound, but never stand still, not even while the machine sleeps. Nodes do not lie. Beacons may be lost, delayed,
 * repeated and reordered. Messages of the wrapped algorithm need the links that the algorithm needs. Progress, but not
 * safety, needs a majority of members that can talk to each other.
 *
 * <h2>Messages</h2>
 *
 * <table>
 * <caption>Messages go to neighbours. Everything else is a field of a peer state or a heartbeat and spreads by
 *     gossip</caption>
 * <tr><th>message</th><th>to</th><th>says</th></tr>
 * <tr><td>BEACON heartbeat, peer states</td><td>all neighbours, as a datagram</td><td>the newest heartbeat and the
 *     newest peer state of every node that the sender knows; receivers ignore what is not newer</td></tr>
 * <tr><td>JOIN epoch</td><td>all neighbours</td><td>the sender takes part in this epoch from here on; once both ends
 *     have said so, the wrapped algorithm sees a link</td></tr>
 * <tr><td>(any of the algorithm's) epoch, handoff</td><td>the algorithm's addressee</td><td>a message that counts in
 *     this epoch only; the token carries a {@link io.meshlock.protocol.recovery.TokenHandoff}: remaining validity and
 *     leases</td></tr>
 * </table>
 *
 * <table>
 * <caption>Fields that beacons spread</caption>
 * <tr><th>field</th><th>of</th><th>says</th></tr>
 * <tr><td>epoch, count</td><td>heartbeat</td><td>the token exists: evidence</td></tr>
 * <tr><td>view, committed</td><td>heartbeat</td><td>the members and the pool's size; whether a majority knows
 *     them</td></tr>
 * <tr><td>acks (RENEWED)</td><td>heartbeat</td><td>the leases that peer states renewed; they count from the time of the
 *     peer state</td></tr>
 * <tr><td>promised, seen, echo, bound</td><td>peer state</td><td>what the node is bound to, and the newest heartbeat
 *     that it saw</td></tr>
 * <tr><td>held, unknown</td><td>peer state</td><td>the node's grants; clients of a former incarnation may still use
 *     other grants</td></tr>
 * <tr><td>proposal (RECOVER)</td><td>peer state</td><td>the node wants to make the token of this epoch</td></tr>
 * <tr><td>report (PROMISE)</td><td>peer state</td><td>the node serves no older token any more; what it knew</td></tr>
 * <tr><td>asks, outsider, departures, wish</td><td>peer state</td><td>the node wants evidence; it is no member; members
 *     that are gone for good; the size that its operator wants</td></tr>
 * </table>
 *
 * <h2>Invariants</h2>
 *
 * Checked where the state changes ({@link io.meshlock.protocol.Check}): a node sees no epoch that it did not promise
 * and promises no two epochs of one round; only a valid token grants, moves or changes the view, and moves only to
 * members; grant numbers and heartbeat counts rise; a view changes by one member, once a majority knows the one before;
 * the ledger outlives every lease.
 *
 * <h2>Known limits</h2>
 *
 * 2<sup>23</sup> − 1 rounds, 2<sup>40</sup> − 1 grants, 2<sup>20</sup> restarts per disk; 64 peer states of
 * non-members; one beacon per b/4 and link. A beacon has a peer state per member, so its size grows with the pool. If a
 * majority has lost its disks, only the operator can {@linkplain io.meshlock.protocol.Protocol#recover order} a new
 * token, and vouches that the missing members are down.
 */
@NullMarked
package io.meshlock.protocol.recovery;

import org.jspecify.annotations.NullMarked;
