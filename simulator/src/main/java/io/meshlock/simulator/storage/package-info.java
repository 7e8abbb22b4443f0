/** Storage for recordings that would take too much memory. */
@NullMarked
package io.meshlock.simulator.storage;

import org.jspecify.annotations.NullMarked;
