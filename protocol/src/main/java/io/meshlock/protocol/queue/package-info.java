/** The queue in which local requests wait, for any algorithm. */
@NullMarked
package io.meshlock.protocol.queue;

import org.jspecify.annotations.NullMarked;
