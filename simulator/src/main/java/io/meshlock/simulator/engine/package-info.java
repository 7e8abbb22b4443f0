/** What drives a world: simulated time and the streams of random numbers. */
@NullMarked
package io.meshlock.simulator.engine;

import org.jspecify.annotations.NullMarked;
