/** TODO */
@NullMarked
package io.meshlock.protocol.lookahead;

import org.jspecify.annotations.NullMarked;
