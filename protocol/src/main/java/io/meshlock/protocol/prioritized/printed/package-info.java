/** stub */
@NullMarked
package io.meshlock.protocol.prioritized.printed;

import org.jspecify.annotations.NullMarked;
