/**
 * A token on a static tree: K. Raymond, <em>A tree-based algorithm for distributed mutual exclusion</em>, ACM TOCS
 * 7(1), 1989. Every node points to the tree neighbour behind which the token is, and keeps a queue of neighbours (or
 * itself) that want it. About 2 log n messages per entry on a good tree under light load, about 4 under heavy load.
 *
 * <table>
 * <caption>Messages</caption>
 * <tr><td>REQUEST</td><td>towards the token: a node in my part of the tree wants it</td></tr>
 * <tr><td>PRIVILEGE(number)</td><td>the token, with the number of the latest grant</td></tr>
 * </table>
 *
 * <p>The tree is that of shortest paths to node 0 over the links at the start: a node's parent is the lowest-numbered
 * neighbour that is nearer. If a node knows no such link, its parent is node 0. The tree never changes; messages
 * between tree neighbours go through the routing layer, over more than one link once theirs is gone.
 *
 * <p>Assumes reliable channels. One permit. The paper's section on message overtaking holds here too: the only pair
 * that may swap is PRIVILEGE and a REQUEST that follows it, and the REQUEST finds a node that has asked already and
 * just queues it. Within a node requests are ordered by the pool's policy.
 *
 * <p>D1. The privilege carries the number of the latest grant, so grants are numbered over the whole pool.
 */
@NullMarked
package io.meshlock.protocol.baseline.raymond;

import org.jspecify.annotations.NullMarked;
