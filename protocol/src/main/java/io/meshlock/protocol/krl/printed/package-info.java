/**
 * KRL and KRLF as their paper prints them. For study and honest comparison; use {@link io.meshlock.protocol.krl}
 * instead.
 *
 * <p><b>[KRL]</b> J. Walter, G. Cao, M. Mohanty, "A k-mutual exclusion algorithm for ad hoc wireless networks". The
 * appendix is transcribed line by line in {@code PrintedNode}.
 *
 * <h2>Readings, where print is silent or ambiguous</h2>
 *
 * <ul>
 *   <li><b>R1</b> If there are more tokens than nodes, a node starts with several. Initially {@code next} is the lowest
 *       neighbour.
 *   <li><b>R2</b> With N empty "all neighbours are higher" and "lower" both hold, but minima and maxima over N do not
 *       exist: RaiseHeight and LowerHeight change nothing, ForwardRequest and PickLowest send nothing.
 *   <li><b>R3</b> height[j] outlives its link, and {@code next} may name a lost neighbour. Comparisons with a height
 *       never heard, or with the node's own entry, are false.
 *   <li><b>R4</b> Where text and pseudo-code disagree on which nodes hear of a lower height, the pseudo-code counts.
 *   <li><b>R5</b> Token l.8 tells the sender (h.h1, h.h2 − 1, i) even if the receiver was lower already.
 *   <li><b>R6</b> PickLowest l.3 has no solution once one neighbour is visited: read as the lowest that is not visited.
 *   <li><b>R7</b> A node has one request inside the algorithm; others wait outside, the best first.
 *   <li><b>R8</b> There is no cancelling in print. A request outside is withdrawn; one inside is withdrawn for its
 *       client at once, and gives its token back the moment it gets it.
 * </ul>
 *
 * <h2>What is wrong in print</h2>
 *
 * <p>Found by exploration and hunts ({@code KrlExplorerTest}, {@code KrlHuntTest}). Exclusion was never violated.
 *
 * <ol>
 *   <li>"Releases the CS" l.3 lowers a node that has just given its token away. A request can then starve in a network
 *       that never changes, while all tokens are idle: Theorem 2 does not hold.
 *   <li>N may be empty for a moment, and {@code next} lost: a request is never sent again.
 *   <li>Lower heights are told to some neighbours only; both ends may see a link as incoming, and tokens are stranded.
 *   <li>Token l.3 overwrites height[j] while an acknowledgement is awaited, which then never matches.
 *   <li>A component of holders lowers its heights for ever, one without tokens raises them for ever.
 *   <li>LinkInfo l.13 lets a holder forward a request; tokens of KRLF never rest.
 * </ol>
 */
@NullMarked
package io.meshlock.protocol.krl.printed;

import org.jspecify.annotations.NullMarked;
