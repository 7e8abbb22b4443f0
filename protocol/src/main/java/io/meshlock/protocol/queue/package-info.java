/** The queue of local waiting requests, used by all algorithms. */
@NullMarked
package io.meshlock.protocol.queue;

import org.jspecify.annotations.NullMarked;
