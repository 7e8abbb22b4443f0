/**
 * The look-ahead algorithm, corrected: {@code lookahead}. Permission based, without a token, for one permit and for h
 * out of k, over channels that lose, double and reorder.
 *
 * <h2>Source</h2>
 *
 * W. Wu, J. Cao, J. Yang, <i>A Scalable Mutual Exclusion Algorithm for Mobile Ad Hoc Networks</i> [Wu], which carries
 * the look-ahead technique of M. Singhal and D. Manivannan over to networks without base stations. The literal form,
 * and what is wrong with it, is in {@link io.meshlock.protocol.lookahead.printed}. The form for h out of k is ours.
 *
 * <h2>How it works</h2>
 *
 * Every pair of hosts shares one <i>fork</i>. A host enters when it has the forks of all its pairs and what the others
 * hold leaves enough permits. In the paper's words, j is in the Status_set of i if i has their fork, otherwise in its
 * Info_set: the host that has the fork need not ask, and is asked. A host keeps its forks after it has left the
 * critical section, so that a host that asks often pays for its first entry alone.
 *
 * <p>A host that is asked for a fork gives it away at once if the other's request comes first in the pool's order, or
 * if it wants nothing itself; otherwise it remembers the request and gives the fork later. If it is inside, it gives
 * the fork only if both fit, and says how many permits it holds; when it holds fewer, it tells.
 *
 * <p>Why no more than k permits are held: let i and j both be inside, and j have entered last. Both needed the fork
 * that they share, so i gave it away while it was inside, and j counted what i then held. What i holds can only fall
 * until it has the fork again. For k = 1 no two requests fit together, and a fork never leaves a host that is inside.
 *
 * <p>Why all requests are served: keys are a total order, and the best request gets every fork as soon as those inside
 * leave. A key is made once and holds its request's birth, a logical clock, so that only a bounded number of later
 * requests can come before it ({@link io.meshlock.protocol.Key}).
 *
 * <h2>Assumptions</h2>
 *
 * Hosts are numbered without gaps and know how many there are. A routing layer carries messages to any host. It may
 * lose, double and reorder them, as long as a message that is repeated arrives in the end. Hosts may doze, leave, be
 * out of reach, and lose their memory except for one number, their incarnation. A host that loses its memory while it
 * is inside is inside no longer: its clients are gone with it.
 *
 * <h2>Messages</h2>
 *
 * <table>
 * <caption>Every message carries the sender's side of the fork: both incarnations, version, who has it, permits in use;
 *     and the sender's clock and largest grant number</caption>
 * <tr><th>message</th><th>to</th><th>says</th></tr>
 * <tr><td>REQUEST key</td><td>host that has the fork</td><td>I want it for this request</td></tr>
 * <tr><td>FORK [key]</td><td>host that asked</td><td>it is yours; I want it back for this request</td></tr>
 * <tr><td>STATE</td><td>host concerned</td><td>my side: an answer, or that I hold fewer permits</td></tr>
 * <tr><td>QUERY</td><td>silent host</td><td>tell me your side</td></tr>
 * <tr><td>BYE until</td><td>all</td><td>I leave: the fork is yours, and requests of mine born until then are
 *     withdrawn</td></tr>
 * </table>
 *
 * <h2>Deviations from print</h2>
 *
 * <ul>
 *   <li>D1. Forks are numbered by their moves. The host that gives one away raises its version; a message with a larger
 *       version than the one known means that the fork has arrived, and no other message is a permission. So an answer
 *       cannot count twice or for a later request (flaw 1, {@code LookAheadTest}). Safety rests on versions alone.
 *   <li>D2. Births come from a logical clock, and the order is total; safety does not depend on it (flaw 2,
 *       {@code lookahead-slow-clock.txt}).
 *   <li>D3. A host inside defers every request that does not fit beside it (flaw 4).
 *   <li>D4. After every input a host looks whether it may enter (flaw 4, {@code lookahead-farewell-to-a-waiter.txt}).
 *   <li>D5. On leaving the critical section a fork goes to hosts that asked, not to all hosts in Info_set: print's
 *       REPLY to hosts that did not ask costs n − 1 messages and gains nothing.
 *   <li>D6. h out of k. Forks that leave a host inside say what it holds, and a host enters only if that leaves enough;
 *       it also waits for better requests that it knows of. At k = 1 this is the rule for one permit
 *       ({@code lookahead-h-of-k.txt}).
 *   <li>D7. DOZE and DISCONNECT hand forks over; they are no permissions. A host may leave when all others have said
 *       that they have their fork and will send nothing more; one that is inside stays until it is out. Of two that
 *       leave at once the one with the smaller number keeps their fork. Coming back says nothing (flaws 3, 5,
 *       {@code lookahead-late-farewell.txt}, {@code lookahead-leaving-inside.txt}, {@code lookahead-both-leave.txt}).
 *   <li>D8. Incarnations. A message names the incarnations of its sender and its receiver; a message from or to a
 *       former incarnation says nothing of the fork. A host that hears of a new incarnation takes the fork; a host that
 *       has lost its memory asks; if neither knows, the one with the smaller number has it
 *       ({@code lookahead-reboot.txt}, {@code lookahead-both-reboot.txt}).
 *   <li>D9. One timer per host instead of one per message; it repeats messages that got no answer, at intervals that
 *       double up to a limit.
 *   <li>D10. Grants are numbered for fencing. Since any two entries need a common fork, all entries of a pool are in
 *       one order; every message carries the largest number that its sender knows, so the next entry gets a larger one.
 *       A host that lost its memory does not know what it granted last: the upper part of a number is the largest
 *       incarnation heard of, and before a host uses a larger one it has its driver
 *       {@linkplain io.meshlock.protocol.Effects#remember remember} it, so that its next incarnation begins above.
 *   <li>D11. The matrix of the initialisation is computed by every host from a seed instead of being broadcast.
 *   <li>D12. A host has any number of requests; its best competes.
 * </ul>
 *
 * <h2>Known limits</h2>
 *
 * Every host keeps a few numbers for each other host and pool. A host that vanishes while it has forks blocks the hosts
 * that need them until it is back, with or without its memory; there are no leases. A host may leave only when all
 * others have answered: one that is out of reach delays it. Of two that left at once, the one that comes back first may
 * have to wait for the other. A host that has heard of no other for long makes one request with an early birth. A
 * cancelled request's key may stand in for the next request of its host, once.
 */
@NullMarked
package io.meshlock.protocol.lookahead;

import org.jspecify.annotations.NullMarked;
