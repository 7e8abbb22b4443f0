/**
 * Links for pools: many pools share one {@link io.meshlock.spi.Transport}, each with its own messages.
 *
 * <p>{@link io.meshlock.link.PoolLinks} stands between a node's pools and its transport. A pool opens a {@link
 * io.meshlock.link.PoolPort} and is told through its {@link io.meshlock.link.PoolReceiver} which neighbours take part in it.
 * A neighbour takes part from the moment that both nodes have announced the pool to each other over a link: that is the
 * protocol's {@code linkUp}. Since links are FIFO, no message of a pool can arrive before it.
 *
 * <pre>{@code
 * PoolLinks links = PoolLinks.over(transport, offers);
 * PoolPort port = links.open(PoolTerms.of("docks", "prioritized", PoolSettings.permits(5)), receiver);
 * port.send(peer, poolInstance, message);      // from Effects.send, in a step of the pool
 * links.start();
 * }</pre>
 */
@NullMarked
package io.meshlock.link;

import org.jspecify.annotations.NullMarked;
