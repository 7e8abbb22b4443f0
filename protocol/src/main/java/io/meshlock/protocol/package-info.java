/**
 * The protocol contract: inputs in, effects out.
 *
 * <p>A {@link io.meshlock.protocol.Protocol} is a node's state machine for one pool. It is pure: the same state and the
 * same input give the same effects. It reads no clock, starts no thread, opens no socket, draws no random number and
 * writes no log; time comes in as the {@code now} argument, and all effects leave through
 * {@link io.meshlock.protocol.Effects}. Three kinds of driver run the same state machines: the simulator, the explorer
 * and the real node.
 *
 * <p>A new algorithm is one package and one line in {@code io.meshlock.protocol.registry.Algorithms}.
 */
@NullMarked
package io.meshlock.protocol;

import org.jspecify.annotations.NullMarked;
