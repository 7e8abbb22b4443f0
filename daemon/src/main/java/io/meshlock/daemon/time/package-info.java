/** Clocks and durations. The one package of the daemon that reads the machine's clock. */
@org.jspecify.annotations.NullMarked
package io.meshlock.daemon.time;
