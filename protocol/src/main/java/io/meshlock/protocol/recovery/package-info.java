/**
 * Crash recovery for algorithms with one token. The papers assume that nodes never fail; here nodes may crash, lose
 * their memory, pause or be cut off. If the token dies with its node, this package makes another one. It also makes
 * sure that no client uses a grant that the ledger has given up.
 *
 * <h2>Source</h2>
 *
 * Our own; no paper. The parts are well known: ballots promised by a majority, as in L. Lamport, <i>The Part-Time
 * Parliament</i>; leases by clocks that may drift, as in C. Gray, D. Cheriton, <i>Leases</i>; gossip of versioned
 * state; configurations that change by one voter at a time. docs/protocols/recovery.md lists all rules and explains why
 * they are safe.
 *
 * <h2>How it works</h2>
 *
 * {@link io.meshlock.protocol.recovery.RecoveringNode} wraps a {@link io.meshlock.protocol.token.TokenAlgorithm}. The
 * wrapped algorithm runs unchanged within one {@linkplain io.meshlock.protocol.Epoch epoch}; it starts afresh in the
 * next one. A few {@linkplain io.meshlock.protocol.Seat seats} vote; every node takes part. The token's holder makes
 * heartbeats. A voter that has seen a heartbeat does not help to make another token until its election timeout is over.
 * The holder grants only while its lease (the validity) runs, which is shorter and counts from a heartbeat that a
 * majority of the seats has echoed. A voter that wants permits, or is asked, and has seen no heartbeat for an election
 * timeout proposes a new epoch. The promises of a majority end all older epochs and report the grants held, and the new
 * token is made from these reports. Grants have leases. The grantee's peer states renew them.
 *
 * <h2>Assumptions</h2>
 *
 * Node numbers are unique. Durable state of a node with a seat survives a crash; a node that has lost it has another
 * seat, or none. Clocks may start anywhere and drift by up to the given bound, but never stand still, not even while the
 * machine sleeps. Nodes do not lie. Beacons and echoes may be lost, delayed, repeated and reordered. Messages of the
 * wrapped algorithm need the links that the algorithm needs. Progress, but not safety, needs a majority of the voters
 * that can talk to each other.
 *
 * <h2>Messages</h2>
 *
 * <table>
 * <caption>Messages go to neighbours. Everything else is a field of a peer state or a heartbeat and spreads by
 *     gossip</caption>
 * <tr><th>message</th><th>to</th><th>says</th></tr>
 * <tr><td>BEACON incarnation, clock, heartbeat, ask, offers, peer states</td><td>all neighbours, as a datagram</td>
 *     <td>the newest heartbeat, whether somebody asks, two offers, and the peer states that matter now; receivers ignore
 *     what is not newer</td></tr>
 * <tr><td>ECHO seat, epoch, count</td><td>the neighbour that the heartbeat came from, as a datagram</td><td>the seat has
 *     seen the heartbeat; passed on to the holder</td></tr>
 * <tr><td>JOIN epoch, incarnation</td><td>all neighbours</td><td>the sender takes part in this epoch from here on; once
 *     both ends have said so, the wrapped algorithm sees a link</td></tr>
 * <tr><td>(any of the algorithm's) epoch, handoff, readings</td><td>the algorithm's addressee</td><td>a message that
 *     counts in this epoch only; the token carries a {@link io.meshlock.protocol.recovery.TokenHandoff}: remaining
 *     validity and leases; registrations carry the requesters' clocks</td></tr>
 * </table>
 *
 * <table>
 * <caption>Fields that beacons spread</caption>
 * <tr><th>field</th><th>of</th><th>says</th></tr>
 * <tr><td>epoch, count</td><td>heartbeat</td><td>the token exists: evidence</td></tr>
 * <tr><td>view, committed, seeks</td><td>heartbeat</td><td>the voters and the pool's size; whether a majority knows
 *     them; whether more are sought</td></tr>
 * <tr><td>acks (RENEWED)</td><td>heartbeat</td><td>the leases that peer states renewed; they count from the time of the
 *     peer state</td></tr>
 * <tr><td>seat, promised, seen, echo, bound</td><td>peer state</td><td>what the node is bound to, and the newest
 *     heartbeat that it saw</td></tr>
 * <tr><td>held</td><td>peer state</td><td>the node's grants</td></tr>
 * <tr><td>proposal (RECOVER)</td><td>peer state</td><td>the node wants to make the token of this epoch</td></tr>
 * <tr><td>report (PROMISE)</td><td>peer state</td><td>the node serves no older token any more; what it knew</td></tr>
 * <tr><td>asks, departures, wish</td><td>peer state</td><td>the node wants evidence; voters that are gone for good; the
 *     size that its operator wants</td></tr>
 * </table>
 *
 * <h2>Invariants</h2>
 *
 * Checked where the state changes ({@link io.meshlock.protocol.Check}): a node sees no epoch that it did not promise
 * and promises no two epochs of one round; only a valid token grants, moves or changes the view, and moves only to
 * neighbours that take part; grant numbers and heartbeat counts rise; a view changes by one seat, once a majority knows
 * the one before; the ledger outlives every lease.
 *
 * <h2>Known limits</h2>
 *
 * 2<sup>25</sup> − 1 rounds, 2<sup>38</sup> − 1 grants, 2<sup>20</sup> restarts per disk; 64 peer states of nodes that do
 * not vote, 1,024 clock readings, 64 echoes; one beacon per b/4 and link. A beacon has a peer state per node that holds
 * grants, and in trouble per voter. If a majority of the voters has lost its disks, only the operator can
 * {@linkplain io.meshlock.protocol.Protocol#recover order} a new token, and vouches that the missing ones are down.
 */
@NullMarked
package io.meshlock.protocol.recovery;

import org.jspecify.annotations.NullMarked;
