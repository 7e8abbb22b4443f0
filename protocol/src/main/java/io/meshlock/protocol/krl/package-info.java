/**
 * KRL, corrected: k tokens, one permit each, in four forms: {@code krl}, {@code krlf} (idle tokens are forwarded),
 * {@code krl-adaptive} (idle tokens are forwarded while there is load) and {@code rl} (mutual exclusion, k = 1).
 *
 * <h2>Source</h2>
 *
 * J. Walter, G. Cao, M. Mohanty, <i>A k-mutual exclusion algorithm for ad hoc wireless networks</i> [KRL]. The literal
 * form, and what is wrong with it, is in {@link io.meshlock.protocol.krl.printed}.
 *
 * <h2>How it works</h2>
 *
 * Nodes have heights; links point downhill. A node without a token that wants one, for itself or for a node that asked
 * it, asks its lowest neighbour, once. That neighbour puts the asking node into its queue. A holder sends its token to
 * the first node in its queue, and the receiver takes a height below the sender's. So all chains of requests end at
 * tokens. A holder that no request could reach lowers itself.
 *
 * <h2>Assumptions</h2>
 *
 * Node numbers are unique. Links are bidirectional and FIFO; everything sent over a link arrives before its end is
 * noticed, as [KRL] assumes. Handlers are atomic. Unlike the paper: the network may fall apart, a node may have many
 * requests at once (the best goes first), and requests may be cancelled; a token that arrives after its request was
 * cancelled is idle. Nodes do not fail.
 *
 * <h2>Messages</h2>
 *
 * <table>
 * <caption>Every message also carries the sender's height, whether it holds a token, its number of links, and how many
 *     tokens it got from the receiver</caption>
 * <tr><th>message</th><th>to</th><th>says</th></tr>
 * <tr><td>REQUEST</td><td>lowest neighbour</td><td>send me a token</td></tr>
 * <tr><td>TOKEN trip</td><td>first in the queue, or a neighbour that did not ask</td><td>one permit</td></tr>
 * <tr><td>LINKINFO stamp</td><td>a neighbour, or all</td><td>my height; odd stamp: a search for a token; even: a
 *     holder's answer</td></tr>
 * </table>
 *
 * <h2>Deviations from print</h2>
 *
 * <ul>
 *   <li>D1. Only a node that holds a token lowers itself (flaw 1; {@code KrlExplorerTest}: static network).
 *   <li>D2. The neighbour asked is forgotten when its link ends, when it or this node rises, or when it is given a
 *       token; then the node asks anew. With no neighbours nothing is done (flaw 2; {@code KrlExplorerTest}: a link
 *       change).
 *   <li>D3. Lowering is announced only to neighbours that would see the link the wrong way round: told &gt; theirs &gt;
 *       own. So both ends agree on every direction once nothing is in flight; a view is never below the truth (flaw 3;
 *       {@code KrlHuntTest}).
 *   <li>D4. {@code receivedLI} is replaced by a count of tokens received, carried by every message: messages that a
 *       neighbour wrote before it saw a token are ignored. No acknowledgement is sent (flaw 4; {@code KrlFlawsTest}).
 *   <li>D5. A node raises itself only if it wants a token, and only {@code raises} times without a sign of one. Then it
 *       sends a search through its component: LINKINFO with a new odd stamp, passed on once by every node. A holder
 *       answers with an even one, and a node that the answer reaches takes a height above the neighbour that it came
 *       from. A component without tokens is silent after that, and a new link carries the stamp on. A holder lowers
 *       itself only below nodes without a token, so a component of holders is silent, too (flaw 5;
 *       {@code KrlMutantsTest}).
 *   <li>D6. A holder that has only holders as neighbours tells them that it is stranded, and is told when one of them
 *       has no token any more.
 *   <li>D7. {@code krlf}: an idle token goes to the lowest neighbour that no token has visited lately, and rests after
 *       {@code idle-hops} hops without a request (flaw 6).
 *   <li>D8. {@code krl-adaptive}: see {@code Tuning}, {@code Load} and docs/protocols/krl.md.
 * </ul>
 *
 * <h2>Known limits</h2>
 *
 * As in print, a request may wait for a token in use while another is idle (figure 4), and a holder asks for no second
 * token. Grants are numbered per node: no fencing. Adaptive forwarding compares the clocks of neighbours; if they
 * disagree, tokens roam too much or too little, and nothing else changes.
 */
@NullMarked
package io.meshlock.protocol.krl;

import org.jspecify.annotations.NullMarked;
