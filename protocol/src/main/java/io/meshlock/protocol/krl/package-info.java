@NullMarked
package io.meshlock.protocol.krl;

import org.jspecify.annotations.NullMarked;
