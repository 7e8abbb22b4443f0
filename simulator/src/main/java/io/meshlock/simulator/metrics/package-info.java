/** The figures of a run, computed from its journal and nothing else. */
@NullMarked
package io.meshlock.simulator.metrics;

import org.jspecify.annotations.NullMarked;
