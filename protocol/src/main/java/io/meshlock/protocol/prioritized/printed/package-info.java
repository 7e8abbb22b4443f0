/**
 * The prioritized h-out-of-k algorithm as its paper prints it, and with the fewest repairs that make it serve all
 * requests. For study and honest comparison; use {@link io.meshlock.protocol.prioritized} instead.
 *
 * <p><b>[Jiang-P]</b> Jehn-Ruey Jiang, "Prioritized h-out of-k Resource Allocation for Mobile Ad Hoc Networks and
 * Distributed Systems". The appendix is transcribed line by line in {@code PrintedNode}. <b>[Jiang-C]</b>, "A
 * Prioritized h-out of-k Mutual Exclusion Algorithm with Maximum Degree of Concurrency …", is the same algorithm with
 * the number of permits as priority: policy {@code smallest-first}.
 *
 * <h2>Assumptions</h2>
 *
 * <ol>
 *   <li>Nodes have unique numbers.
 *   <li>Nodes do not fail.
 *   <li>Links carry messages both ways, first in, first out.
 *   <li>Every node is told when a link of its own forms or fails.
 *   <li>A failing link announces itself: all that was sent arrives before its failure is seen.
 *   <li>The mesh is never partitioned.
 * </ol>
 *
 * <h2>Messages</h2>
 *
 * <table>
 *   <caption>Every message carries its sender's height</caption>
 *   <tr><td>TOKEN(t)</td><td>the right to grant, and how many permits are free</td></tr>
 *   <tr><td>REQUEST(priority)</td><td>the sender wants the token, for itself or for a node that asked it</td></tr>
 *   <tr><td>UPDATE(priority)</td><td>that request has become more urgent</td></tr>
 *   <tr><td>RELEASE(r)</td><td>r permits are free again; follows the token</td></tr>
 *   <tr><td>LINK</td><td>only the height; to all neighbours when it changed, to a new one when a link forms</td></tr>
 * </table>
 *
 * <h2>Readings, where print is silent or ambiguous</h2>
 *
 * <ul>
 *   <li><b>R1</b> Q is ordered by priority, larger first, and by arrival among equals: the text calls it a priority
 *       queue while its description enqueues at the rear. Priorities are counted in hundredths of a step, ε in the
 *       option {@code epsilon-percent}; the pool's own aging is not used. A deadline is a priority in units of time.
 *   <li><b>R2</b> Q holds at most one request per node, as "j's request" suggests; a later REQUEST replaces the
 *       earlier.
 *   <li><b>R3</b> UPDATE l.3, (j, S) &gt; (i, R), compares S with R; equals do not preempt. R is the priority the own
 *       request had reached by aging when it was dequeued.
 *   <li><b>R4</b> UPDATE l.4 calls sendTokenToFrontOfQ, which is nowhere defined: read as giveTokenToFrontOfQ. Line 6
 *       follows it and then sees a node without the token.
 *   <li><b>R5</b> With N empty "every neighbour is higher" holds, a minimum over N does not exist: raiseHeight leaves
 *       the height as it is; forwardRequest, forwardUpdate and forwardRelease send nothing and leave {@code next}
 *       alone; a front of an empty Q is not sent. The permits of such a release are lost for good.
 *   <li><b>R6</b> htVector keeps its entries when links fail, and {@code next} may name a lost neighbour. Comparisons
 *       with a height never heard, or with the node's own entry, are false. Where {@code next} is described as "i while
 *       holding the token" but no line sets it, the lines count.
 *   <li><b>R7</b> giveTokenToFrontOfQ does nothing if Q is empty; REQUEST l.4 can call it so.
 *   <li><b>R8</b> "Wait until t ≥ h" (l.10) is a flag: the handler ends, a RELEASE resumes the procedure after that
 *       line, and another call of the procedure, which can only give the token away, is the preemption that ends it.
 *   <li><b>R9</b> A node has one request inside the algorithm. Others wait outside, by priority, until it is in NCS.
 *   <li><b>R10</b> There is no cancelling in print. A request still outside is withdrawn; one inside is withdrawn for
 *       its client at once, but goes on and gives its permits back the moment it gets them.
 * </ul>
 *
 * <h2>What is wrong in print</h2>
 *
 * <p>Each is shown by a test of its number in {@code PrintedFlawsTest}. Exclusion was never violated.
 *
 * <ol>
 *   <li>The own request is dequeued before its permits are there; any REQUEST then takes the token away and the own
 *       request is in no queue.
 *   <li>A holder that is inside keeps the token although permits are free and wanted. This also refutes the maximum
 *       degree of concurrency claimed in [Jiang-C].
 *   <li>UPDATE l.3–5 asks upstream for the own request, which is not in the own queue when the token comes back.
 *   <li>A better own request behind others' is not reported, so the highest priority is not served first.
 *   <li>forwardRelease (and forwardUpdate) overwrite {@code next}, and the test for a reversed link looks at a
 *       neighbour that does not have the request.
 *   <li>N can be empty without a partition, while a new link forms; what was to be sent then is never sent.
 *   <li>Aging rewrites priorities locally. Once the own request is kept, the token bounces between two waiters and the
 *       RELEASE both wait for never catches it.
 *   <li>A part of the mesh without the token raises its heights forever, even if no node asks.
 *   <li>UPDATE l.6 forwards only a request that <em>moved</em> to the front: one that was there already, as in every
 *       queue of one, becomes more urgent and no node upstream is told. The highest priority is not served first.
 * </ol>
 *
 * <h2>Repairs of the form {@code prioritized-minimal-repair}</h2>
 *
 * <ol>
 *   <li>The own request stays in Q until it is granted (flaws 1, 3).
 *   <li>REQUEST is served also by a holder that is inside (flaw 2).
 *   <li>{@code next} changes only when the request is registered anew; UPDATE goes to it, also for own requests
 *       (flaws 4, 5).
 *   <li>With N empty, requests and releases wait for a link (flaw 6).
 *   <li>No aging (flaw 7): ε is 0 unless the option turns it on again.
 * </ol>
 *
 * <p>Flaws 8 and 9 remain, and without aging nothing bounds how often a request is overtaken.
 */
@NullMarked
package io.meshlock.protocol.prioritized.printed;

import org.jspecify.annotations.NullMarked;
