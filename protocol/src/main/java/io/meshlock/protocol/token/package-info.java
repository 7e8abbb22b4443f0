/**
 * The contract between recovery and the algorithms that it wraps. Neither knows anything else of the other. <p>Source:
 * our own; no paper. See {@code docs/protocols/recovery.md}.
 *
 * <p>Recovery drives a {@link io.meshlock.protocol.token.TokenAlgorithm} from outside and answers it through a
 * {@link io.meshlock.protocol.token.TokenLeaseCheck}. A pool without recovery uses
 * {@link io.meshlock.protocol.token.TokenLeaseCheck#OPEN}, which allows everything.
 */
@NullMarked
package io.meshlock.protocol.token;

import org.jspecify.annotations.NullMarked;
