/** Metrics of a node for Micrometer, for programs that use it. */
@NullMarked
package io.meshlock.metrics;

import org.jspecify.annotations.NullMarked;
