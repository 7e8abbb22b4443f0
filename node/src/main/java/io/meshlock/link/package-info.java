/**
 * Multiplexes the messages of many pools over the links of one {@link io.meshlock.spi.Transport}.
 *
 * <p>{@link io.meshlock.link.PoolLinks} connects a node's pools with its transport. A pool opens a {@link
 * io.meshlock.link.PoolPort} to send, and learns through its {@link io.meshlock.link.PoolReceiver} which neighbours
 * take part in it. A neighbour takes part as soon as both nodes have announced the pool to each other over a link: that
 * is the protocol's {@code linkUp}. Since links are FIFO, no message of a pool can arrive earlier.
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
