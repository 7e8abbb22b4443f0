@NullMarked
package io.meshlock.protocol.krl.printed;

import org.jspecify.annotations.NullMarked;
