/**
 * What an algorithm with one token offers to recovery, and what it asks of it: the only thing that the two know of each other.
 *
 * <p>Recovery drives a {@link io.meshlock.protocol.token.TokenAlgorithm} from outside and answers it through a
 * {@link io.meshlock.protocol.token.TokenLeaseCheck}. A pool without recovery has the gate that is always open.
 */
@NullMarked
package io.meshlock.protocol.token;

import org.jspecify.annotations.NullMarked;
