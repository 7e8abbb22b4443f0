/**
 * Sweeps on Apache Spark. The driver is the sweep itself: it hands out units, keeps what comes back and folds it, as
 * with threads of its own; executors do runs and nothing else. So the result is the same, byte for byte.
 */
@NullMarked
package io.meshlock.spark;

import org.jspecify.annotations.NullMarked;
