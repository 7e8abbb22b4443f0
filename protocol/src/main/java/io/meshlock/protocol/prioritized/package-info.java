/**
 * The prioritized h-out-of-k algorithm, corrected, in two forms: {@code prioritized} (anchored token, the default) and
 * {@code prioritized-moving}.
 *
 * <h2>Source</h2>
 *
 * J.-R. Jiang, <i>Prioritized h-out of-k Resource Allocation for Mobile Ad Hoc Networks and Distributed Systems</i>
 * [Jiang-P], and <i>A Prioritized h-out of-k Mutual Exclusion Algorithm with Maximum Degree of Concurrency …</i>
 * [Jiang-C]. The literal form, and what is wrong with it, is in {@link io.meshlock.protocol.prioritized.printed}.
 *
 * <h2>How it works</h2>
 *
 * One token gives the right to grant. Nodes have heights; links point downhill, and downhill leads to the token. A node
 * registers the best keys it knows (its own and those registered with it) at its lowest neighbour. The <i>anchor</i>,
 * the node with the token, grants the best key as soon as enough permits are free and sends a GRANT back along the
 * registrations; released permits come downhill as RELEASE. When most grants go one way the token follows them. In the
 * moving form the token itself goes to every requester, and one key is registered per link.
 *
 * <h2>Assumptions</h2>
 *
 * Node numbers are unique. Links are bidirectional and FIFO, reliable while they are up, and both ends learn of their
 * coming and going. Handlers are atomic. Unlike the papers: a link may die with messages in flight, the network may
 * fall apart for a while, a node may have many requests at once, nodes may leave and come back, and operators may
 * change k. Nodes do not fail; recovery handles that.
 *
 * <h2>Messages</h2>
 *
 * <table>
 * <caption>Every message also carries the sender's height, its clock and how many custody messages it has
 *     seen</caption>
 * <tr><th>message</th><th>to</th><th>says</th></tr>
 * <tr><td>LINK</td><td>neighbour, or all</td><td>my height (after a raise, or on a new link)</td></tr>
 * <tr><td>REQUEST keys</td><td>lowest neighbour</td><td>these are my best waiting keys; replaces my former
 *     keys</td></tr>
 * <tr><td>CANCEL</td><td>former lowest neighbour</td><td>forget my keys</td></tr>
 * <tr><td>GRANT number key slots</td><td>neighbour that registered the key</td><td>pass it on towards the
 *     requester</td></tr>
 * <tr><td>PASS number key slots route heirs</td><td>neighbour on the way</td><td>the same, straight from who had the
 *     permits before</td></tr>
 * <tr><td>HEIRS number heirs route</td><td>neighbour on the way</td><td>after that grant these requests get its
 *     permits</td></tr>
 * <tr><td>RECALL number route</td><td>neighbour on the way</td><td>HEIRS with nobody: that request has no place in a
 *     line any more</td></tr>
 * <tr><td>REFUSAL key</td><td>neighbour that registered the key</td><td>it does not wait and cannot be granted now: forget
 *     it, and pass this on towards the requester</td></tr>
 * <tr><td>RELEASE numbers, doubts</td><td>lowest neighbour</td><td>these grants were released; these may be
 *     lost; and perhaps: forget my keys</td></tr>
 * <tr><td>AMEND changes</td><td>lowest neighbour</td><td>this grant gives some slots back; this one is to be kept for so
 *     long, even if its node is gone</td></tr>
 * <tr><td>TOKEN ledger, number, hop, keys</td><td>neighbour</td><td>the right to grant, and my keys</td></tr>
 * <tr><td>ALIVE stamp, root, distance, asked</td><td>flood</td><td>sign of life; requesters release those of the asked
 *     grants that they did not get</td></tr>
 * <tr><td>SUSPECT stamp</td><td>flood</td><td>I find no way to the anchor</td></tr>
 * <tr><td>INQUIRY hop target verdict</td><td>flood</td><td>did this move of the token arrive? and the answer</td></tr>
 * <tr><td>RESIZE permits, version, node</td><td>flood</td><td>an operator changed the size of the pool</td></tr>
 * <tr><td>LEAVE, STAY</td><td>all neighbours</td><td>send me no keys, grants or token any more; I stay after
 *     all</td></tr>
 * </table>
 *
 * <h2>Deviations from print</h2>
 *
 * <ul>
 *   <li>D1. A request leaves its node's queue only when granted, and holding permits never keeps the token
 *       ({@code PrintedFlawsTest}: own request lost; holder inside blocks the token).
 *   <li>D2. One message, REQUEST, upserts what a neighbour has registered: it is REQUEST and UPDATE in one, also for
 *       own requests, so the best key is always known downhill ({@code PrintedFlawsTest}: better own request not
 *       reported).
 *   <li>D3. Where a node is registered changes only when it registers; RELEASE follows the registration.
 *   <li>D4. With no neighbour, or none lower, a node waits for a link or raises itself; nothing is undefined.
 *   <li>D5. Aging is a static key ({@link io.meshlock.protocol.Key}); nothing is rewritten, overtaking is bounded.
 *   <li>D6. Heights are lazy: lowering is not announced (a view that is too high is harmless: the true height is at
 *       most the view, and the view is below one's own), only raising is.
 *   <li>D7. {@code receivedLINK} is replaced by a count of custody messages seen, carried by every message: while a
 *       neighbour has not seen a token sent to it, its height and registrations are out of date.
 *   <li>D8. The token carries a ledger of outstanding grants instead of a count: RELEASE is idempotent, the grant's
 *       number is the fencing token, and each grant names its slots.
 *   <li>D9. Storm rule: a node that finds no way down raises itself a few times, floods SUSPECT once, and is silent;
 *       only the anchor, or a node that knows a newer sign of life, answers. A component cut off falls silent after a
 *       bounded number of messages.
 *   <li>D10. Anchored form: grants travel instead of the token; the token follows a surplus of grants to one side, and
 *       goes all the way to a node that asks alone. It does so only for a requester that got all recent grants. Moving
 *       to any node that asks alone at the moment would make the token run after every request of a pool with plenty of
 *       permits. Older grants are forgotten ({@code DemandTest}).
 *   <li>D11. Custody. Copies of TOKEN, GRANT and RELEASE are kept until acknowledged by the counts of D7. When a link
 *       dies, unacknowledged RELEASEs are sent again; unacknowledged GRANTs are reported to the anchor, which asks the
 *       requester in its next sign of life; the requester releases what it does not hold and goes on under a new
 *       request number, so a late GRANT finds no request: no memory of refused grants is needed. A TOKEN in doubt is
 *       asked about by a flood; the receiver's answer is final. Since moves are numbered without gaps, a later move
 *       proves that an earlier one arrived, and three numbers per node replace the memory of accepted and refused
 *       moves. A node that took a later move answers, too: the receiver may have lost its memory. No timer is needed: floods are repeated on links that come up.
 *   <li>D12. Requests without a way to be served soon may be overtaken by smaller ones a bounded number of times
 *       ({@code overtakes}, off by default). A rule that promises not to delay the front cannot exist without knowing
 *       when permits come back.
 *   <li>D13. A request may be registered along two ways for a while. The way that the token came from is then used
 *       last; otherwise two nodes that each know a way throw the token to and fro until the news of the dead way
 *       arrives, and for ever over a link that delivers everything before it ends ({@code moving-two-ways.txt}).
 *   <li>D14. The birth of a request is corrected, once, if its node had heard of no grant for longer than {@code aging}
 *       grants ({@code anchored-late-clock.txt}, {@code AgingTest}).
 *   <li>D15. k may change. Each node keeps the newest size that it heard of ({@link io.meshlock.protocol.PoolSize}: a
 *       version, and the node as a tie-break) and passes news of it on over every link, at once or when the link comes
 *       up: no path to the anchor is needed, nothing is lost with a link, and hearing it twice does no harm. The anchor
 *       grants by what it knows. A token never goes back to an older size: its sender has told the receiver of its own
 *       size before, over the same link. After k was reduced, the number of free permits may be negative until enough
 *       are released; slots above k are not granted again. A request that is larger than the pool is rejected where it
 *       was made, as soon as that node hears of the size; until then the anchor passes it over
 *       ({@code anchored-resize.txt}).
 *   <li>D16. Nodes may leave. A leaving node withdraws its clients' requests, sends LEAVE to its neighbours, and sends
 *       the token to the neighbour that registered the best request, or to any that stays. Neighbours forget what they
 *       had registered there and send it no keys, grants or token any more. Messages that were under way are
 *       acknowledged, so that nothing is in doubt when the node is gone. It may leave when all neighbours have
 *       acknowledged everything, no grant is held and no news waits to be sent. A node that has the token, and had
 *       neighbours of which none stays, may not leave: its driver decides how long to wait. A bootstrap node that never
 *       had a neighbour may leave at once ({@code anchored-leave.txt}).
 *   <li>D17. A request may be made once: it does not wait. When nothing more can be granted, the anchor refuses those that
 *       are left, best first, so that what waits behind them is served. A refusal travels as a grant would but without
 *       custody: if it is lost with its link, the request is registered elsewhere and asked again; if a registration
 *       crosses it, the request is refused again, or its grant finds nobody and comes back ({@code anchored-tries.txt},
 *       {@code anchored-try-crossed.txt}, {@code HuntTest.triesAreAnswered}).
 *   <li>D18. A grant may give back some of its slots and keep the others: AMEND tells the anchor, with custody, as RELEASE
 *       does. It names the slots, so it may come twice, or after the release. Between epochs it may be lost with the
 *       anchor: then recovery frees the slots that their node does not report any more ({@code anchored-parts.txt},
 *       {@code HuntTest.partsComeBack}, {@code RecoveryHuntTest.partsComeBack}). AMEND also says for how long a ledger
 *       with leases keeps a grant at least, whatever becomes of its node.
 *   <li>D19. Permits may go from holder to holder ({@code ahead}; 0: never). The anchor enters requests that do not fit
 *       behind a grant that is out, with the same slots, in the shortest line of such, and names them to its holder
 *       (with the GRANT, or by HEIRS); whoever is done sends the permits to the first heir (PASS). RELEASE says that permits are home: then all heirs
 *       behind that grant wait again. A requester that is asked about a grant in doubt, and neither has it nor waits,
 *       may have passed it on: it answers {@code over}, and the next in the line is asked. Permits for a request that is
 *       gone go home and never to its heirs. Routes come from link states that travel with REQUEST and TOKEN; they are
 *       hints, and whoever finds no way falls back on the registrations ({@code anchored-heirs.txt},
 *       {@code anchored-heir-cancels.txt}, {@code anchored-heir-in-doubt.txt}, {@code anchored-heirs-even.txt},
 *       {@code HuntTest.heirsDoNoHarm}). An heir that waits in vain is recalled: it waits again under another number, and
 *       what comes along its line finds nobody ({@code anchored-heir-recalled.txt}).
 *       Where one line has all permits, clients of the anchor's node are no heirs: permits come home to them, and nobody
 *       has to be told. That is as fast from a neighbour, and slower where the way downhill is a detour. An heir that registered its request at the anchor itself ({@code near}) does not say when
 *       it enters: nobody in between passes a registration on that is out of date. RELEASE takes it back, its next
 *       registration replaces it, and if it passes the permits on it says so then ({@code anchored-heir-near.txt}).
 *   <li>D20. With {@code fifo} a request is dated by a guess: the largest number of grants heard of, and as many more as lately were made in
 *       the time since. When permits go from holder to holder, few messages tell of grants.
 * </ul>
 *
 * <h2>Known limits</h2>
 *
 * No grant is made while a better key is registered at the anchor. Across the mesh, a neighbour's list of keys may run
 * out within one step (it is refilled at half), so a better key may still be on its way. A token in doubt waits for its
 * receiver; if the receiver never comes back, recovery must decide. The same holds if a link dies with a token or a
 * grant on its way to a leaving node that has not acknowledged it.
 */
@NullMarked
package io.meshlock.protocol.prioritized;

import org.jspecify.annotations.NullMarked;
