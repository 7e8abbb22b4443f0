/** Metrics of a node for Micrometer, for programs that have it. */
@NullMarked
package io.meshlock.metrics;

import org.jspecify.annotations.NullMarked;
