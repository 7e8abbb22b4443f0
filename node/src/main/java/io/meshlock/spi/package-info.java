/**
 * The interfaces through which programs extend a node: other transports, and outputs for journals.
 *
 * <p>A {@link io.meshlock.spi.Transport} provides links to neighbours, which carry frames of bytes. Meshlock has two:
 * TCP with TLS, and the {@linkplain io.meshlock.spi.InProcessNetwork network inside a process}. A radio, QUIC or
 * JGroups can be others.
 *
 * <p>A transport finds neighbours, authenticates them, and maintains one link to each. It reports links to a {@link
 * io.meshlock.spi.LinkListener}; it knows nothing of pools or messages.
 *
 * <h2>The contract of a link</h2>
 *
 * <ul>
 *   <li>FIFO and reliable while it is up: frames arrive as they were sent, in order and without gaps. The last frames
 *       before the link goes down may be lost.
 *   <li>Callbacks of one link come one at a time: {@code linkUp}, then any number of {@code received} and executed
 *       tasks, then {@code linkDown} exactly once. Nothing follows.
 *   <li>At most one link per neighbour is up: {@code linkDown} of the old one has returned before {@code linkUp} of the
 *       next is called. A link is an object with a number of its own, so late events cannot be confused with those of
 *       its successor.
 *   <li>Both ends agree on the link: if {@code linkUp} was called at one end, it was or will be called at the other, or
 *       the link goes down soon.
 *   <li>Bounded: a link whose peer does not read fast enough goes down when its queue is full.
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
