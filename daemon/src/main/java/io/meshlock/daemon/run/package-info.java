/** Runs a command while permits are held: {@code meshlock run}. */
@NullMarked
package io.meshlock.daemon.run;

import org.jspecify.annotations.NullMarked;
