/** Measures the node: real links, real threads, wall-clock time. */
package io.meshlock.benchmark.node;
