/**
 * The parts that meshes driven step by step have in common: links with messages in flight, timers, and nodes that can
 * be switched off and restarted. Nothing here has a time of its own; the driver says what happens next. Hunts and
 * narratives are built on it.
 */
@NullMarked
package io.meshlock.simulator.mesh;

import org.jspecify.annotations.NullMarked;
