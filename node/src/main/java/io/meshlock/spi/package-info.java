/**
 * What programs may put into a node: links of another kind, and somewhere for its journals to go.
 *
 * <p>A {@link io.meshlock.spi.Transport} is what Meshlock asks of links: they lead to neighbours and carry frames of
 * bytes. TCP with TLS and the {@linkplain io.meshlock.spi.InProcessNetwork network inside a process} are two of them; a
 * radio, QUIC or JGroups can be others.
 *
 * <p>A transport finds neighbours, makes sure of who they are, and keeps one link to each. It tells the {@link
 * io.meshlock.spi.LinkListener} what happens; it knows nothing of pools or messages.
 *
 * <h2>Promises of a link</h2>
 *
 * <ul>
 *   <li>FIFO and reliable while it is up: what arrives is what was sent, in order and without gaps. What was still
 *       under way when the link went down may be lost, at the end only.
 *   <li>Callbacks of one link come one at a time: {@code linkUp}, then any number of {@code received} and executed
 *       tasks, then {@code linkDown} exactly once. Nothing follows.
 *   <li>At most one link per neighbour is up: {@code linkDown} of the old one has returned before {@code linkUp} of the
 *       next is called. A link is an object with a number of its own, so that nothing late can be taken for something
 *       of its successor.
 *   <li>Both ends speak of the same link: if one end was told {@code linkUp}, the other was, or the link goes down
 *       soon.
 *   <li>Bounded: a link whose peer does not read fast enough goes down when its queue is full, and is counted.
 * </ul>
 *
 * <h2>Threads</h2>
 *
 * Callbacks come on the transport's threads (TCP: an event loop; few and shared by all links) and must not block.
 * Callbacks of different links may come at the same time. {@code send}, {@code execute} and {@code close} may be called
 * from any thread, also while holding locks: they never call back into the listener before they return.
 */
@NullMarked
package io.meshlock.spi;

import org.jspecify.annotations.NullMarked;
