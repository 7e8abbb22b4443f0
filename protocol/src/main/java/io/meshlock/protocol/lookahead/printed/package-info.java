/**
 * The look-ahead algorithm as its paper prints it. For study and honest comparison; the product is
 * {@link io.meshlock.protocol.lookahead}.
 *
 * <p><b>[Wu]</b> Weigang Wu, Jiannong Cao, Jin Yang, "A Scalable Mutual Exclusion Algorithm for Mobile Ad Hoc
 * Networks". Figure 2 is transcribed block by block in {@code PrintedHost}.
 *
 * <h2>Assumptions of the paper</h2>
 *
 * Any host can write to any other over any number of hops. Messages overtake each other. Failures of links and hosts
 * are short, and sending again gets through in the end. The paper says nothing of messages that arrive twice, but
 * sending again has the same effect.
 *
 * <h2>Messages</h2>
 *
 * <table>
 *   <caption>None says which request it belongs to</caption>
 *   <tr><td>REQUEST(time)</td><td>may I enter? to those in Info_set</td></tr>
 *   <tr><td>REPLY</td><td>you may, and I will ask you next time</td></tr>
 *   <tr><td>DOZE, DISCONNECT</td><td>you may, for I am gone</td></tr>
 *   <tr><td>RECONNECT(time)</td><td>I am back, and will ask you next time</td></tr>
 * </table>
 *
 * <h2>Readings, where print is silent or ambiguous</h2>
 *
 * <ul>
 *   <li><b>R1</b> The current time is the driver's, the same at all hosts; {@code logical-clock} takes Lamport's
 *       instead, so that the flaws that have nothing to do with clocks can be seen alone.
 *   <li><b>R2</b> Of two equal times the smaller host's goes first: the proof of Theorem 1 wants distinct priorities,
 *       the figure does not say where they come from ({@code ties}).
 *   <li><b>R3</b> Figure 2 has a host reply whenever its priority is lower, also while it is inside; the proof of
 *       Theorem 2 says that it defers. The proof's reading is the default ({@code inside-defers}).
 *   <li><b>R4</b> On REQUEST, "S_i is with lower priority" means that it is requesting, as the prose says.
 *   <li><b>R5</b> All timers have the same value, so one timer serves all of TO_req.
 *   <li><b>R6</b> "Enter CS" is only done by a host that requests and is not inside; Figure 2 goes there on every
 *       REPLY.
 *   <li><b>R7</b> Dozing and disconnecting differ in the name of the message alone, and waking is reconnecting. The
 *       current request is deleted, as the proof of Theorem 3 says.
 *   <li><b>R8</b> The matrix is computed from a seed instead of being broadcast.
 *   <li><b>R9</b> A host has one request inside the algorithm; others wait outside, by priority. There is no cancelling
 *       in print: a request that competes is withdrawn for its client at once, goes on, and leaves the moment it is
 *       inside.
 * </ul>
 *
 * <h2>What is wrong in print</h2>
 *
 * <p>Each is shown by a test of its number in {@code PrintedLookAheadFlawsTest}.
 *
 * <ol>
 *   <li>REPLY does not say which request it answers. A REQUEST sent again too early is answered twice, and the second
 *       REPLY counts for a later request: two hosts are inside. Nothing needs to get lost for it.
 *   <li>The current time is no logical clock. A host whose clock is slow asks with a time that lies before a request
 *       which it has answered: two hosts are inside. Equal times without a tie-break let two hosts wait for each other
 *       forever.
 *   <li>DISCONNECT and RECONNECT are taken as permissions. Late, they let two hosts in; lost, they block.
 *   <li>Figure 2 read word by word lets a host inside answer an older request. And after a DISCONNECT the test whether
 *       all replies are in is not made again: the host waits forever.
 *   <li>A host that leaves while it is inside lets another in.
 * </ol>
 */
@NullMarked
package io.meshlock.protocol.lookahead.printed;

import org.jspecify.annotations.NullMarked;
