/** Measures the node: real links, real threads, wall-clock time. */
@NullMarked
package io.meshlock.benchmark.node;

import org.jspecify.annotations.NullMarked;
