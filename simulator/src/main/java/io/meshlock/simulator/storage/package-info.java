/** Room for recordings that are larger than memory should be. */
@NullMarked
package io.meshlock.simulator.storage;

import org.jspecify.annotations.NullMarked;
