/** Time: where it comes from, how long things last in words. The one package of the daemon that reads the machine's clock. */
@org.jspecify.annotations.NullMarked
package io.meshlock.daemon.time;
