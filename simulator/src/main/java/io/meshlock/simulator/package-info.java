/** A deterministic world for protocols: scenario and seed in, the same journal out, byte for byte. */
@NullMarked
package io.meshlock.simulator;

import org.jspecify.annotations.NullMarked;
