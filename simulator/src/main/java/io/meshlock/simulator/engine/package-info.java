/**
 * What drives a world: simulated time, random numbers and their distributions, and the features that events belong to.
 */
@NullMarked
package io.meshlock.simulator.engine;

import org.jspecify.annotations.NullMarked;
