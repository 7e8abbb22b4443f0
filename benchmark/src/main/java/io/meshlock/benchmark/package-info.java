/**
 * Measuring programs: how fast the simulator and the protocols are, and runs side by side with the peers.
 *
 * <p>{@code ./benchmark/run engine}, {@code protocol} and {@code scale} each print a small table; docs/performance.md keeps the
 * figures. They are plain programs because one measurement takes seconds and its world cannot be reset;
 * every figure is the median of several measurements after a warm-up.
 */
@NullMarked
package io.meshlock.benchmark;

import org.jspecify.annotations.NullMarked;
