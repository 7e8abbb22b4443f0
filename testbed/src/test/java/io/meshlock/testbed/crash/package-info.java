/**
 * Real processes that are killed, stopped and cut off. Each writes down what it holds, in one file; a {@link
 * io.meshlock.testbed.crash.Witness} that knows nothing of Meshlock reads it.
 */
@NullMarked
package io.meshlock.testbed.crash;

import org.jspecify.annotations.NullMarked;
