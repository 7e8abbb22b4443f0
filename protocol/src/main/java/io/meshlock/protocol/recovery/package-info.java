/**
 * What the papers assume away: nodes that crash, forget, pause or are cut off. A pool's token may die with its node;
 * this package makes another, safely, and makes sure that nobody believes in a grant that others have given up.
 *
 * <h2>Source</h2>
 *
 * Our own. The parts are well known: ballots that a majority promises, as in L. Lamport, <i>The Part-Time
 * Parliament</i>; leases by clocks that may drift, as in C. Gray, D. Cheriton, <i>Leases</i>; gossip of versioned
 * state; a view of the members that changes one by one. docs/protocols/recovery.md has all rules and why they are
 * safe.
 *
 * <h2>How it works</h2>
 *
 * It wraps an algorithm that has one token ({@link io.meshlock.protocol.token.TokenAlgorithm}). The wrapped algorithm does its
 * work as ever within one {@linkplain io.meshlock.protocol.Epoch epoch}; between epochs it starts afresh. The token's
 * holder makes heartbeats, which are evidence of the token; whoever saw one does not help to make another token for a
 * while (the election timeout), and a token grants only for a shorter while (the validity) after a majority has echoed a heartbeat.
 * When evidence has been missing for long, a node that wants something proposes a new epoch; a majority's promises
 * end all older ones and report what is held, and a new token is made of that. Grants have leases, which holders'
 * peer states renew.
 *
 * <h2>Assumptions</h2>
 *
 * Node numbers are unique. What a node is asked to keep survives its crash; a node whose disk is lost comes back
 * under another {@linkplain io.meshlock.protocol.Incarnation incarnation}. Clocks may start anywhere and drift by up to the given
 * bound, but never stand still, not even while the machine sleeps. Nodes do not lie. Anything may be lost, delayed,
 * repeated or cut off; beacons may overtake each other, what is enclosed goes over links as the wrapped algorithm
 * wants them. Service, not safety, needs a majority of members that can talk to each other.
 *
 * <h2>Messages</h2>
 *
 * <table>
 * <caption>All go to neighbours; everything else is a field of a peer state or a heartbeat, and goes round by gossip</caption>
 * <tr><th>message</th><th>to</th><th>says</th></tr>
 * <tr><td>BEACON heartbeat, peer states</td><td>all neighbours, as a datagram</td><td>the newest evidence and the newest peer state of
 *     everybody that the sender knows; only what is newer counts</td></tr>
 * <tr><td>JOIN epoch</td><td>all neighbours</td><td>I take part in this epoch from here on; once both have said so,
 *     the wrapped algorithm sees a link</td></tr>
 * <tr><td>(any of the algorithm's) epoch, handoff</td><td>whom the algorithm wrote to</td><td>a message that means
 *     nothing in another epoch; with the token goes a {@link io.meshlock.protocol.recovery.TokenHandoff}: validity and
 *     leases left</td></tr>
 * </table>
 *
 * <table>
 * <caption>What goes round in beacons</caption>
 * <tr><th>field</th><th>of</th><th>says</th></tr>
 * <tr><td>epoch, count</td><td>heartbeat</td><td>the token was there: evidence (a heartbeat of the holder)</td></tr>
 * <tr><td>view, committed</td><td>heartbeat</td><td>who belongs to the pool, its size; a majority has heard of it</td></tr>
 * <tr><td>acks (RENEWED)</td><td>heartbeat</td><td>the leases that peer states renewed, from the time of the peer state on</td></tr>
 * <tr><td>promised, seen, echo, bound</td><td>peer state</td><td>what the node is bound to, and the newest heartbeat it
 *     saw</td></tr>
 * <tr><td>held, unknown</td><td>peer state</td><td>its grants; a former incarnation's clients may still use others</td></tr>
 * <tr><td>proposal (RECOVER)</td><td>peer state</td><td>it wants to make the token of this epoch</td></tr>
 * <tr><td>report (PROMISE)</td><td>peer state</td><td>it serves no older token any more, and this is what it knew</td></tr>
 * <tr><td>asks, outsider, departures, wish</td><td>peer state</td><td>it wants evidence; is no member; who is gone for good;
 *     a size that its operator wants</td></tr>
 * </table>
 *
 * <h2>Invariants</h2>
 *
 * Stated where the state changes ({@link io.meshlock.protocol.Check}): nobody sees an epoch that it did not promise,
 * nor promises two of one round; only a valid token grants, moves or changes the view, and moves only to members;
 * grant numbers and heartbeat counts rise; a view changes by one member, once a majority knows the one before; the ledger
 * outlives every lease.
 *
 * <h2>Known limits</h2>
 *
 * 2<sup>23</sup> − 1 rounds, 2<sup>40</sup> − 1 grants, 2<sup>20</sup> restarts per disk; 64 peer states of nodes that are
 * no members; one beacon per b/4 and link. A beacon has a peer state per member, so its size grows with the pool. A majority
 * whose disks are lost cannot be made up for: the operator has to {@linkplain io.meshlock.protocol.Protocol#recover
 * decide}, and answers for it.
 */
@NullMarked
package io.meshlock.protocol.recovery;

import org.jspecify.annotations.NullMarked;
