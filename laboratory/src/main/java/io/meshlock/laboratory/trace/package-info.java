/**
 * Recorded movements and link histories: read, summarized, written.
 *
 * <p>{@link io.meshlock.laboratory.trace.TraceReader} reads a file line by line and keeps only what a simulation needs:
 * 24 bytes for a point of a path, 16 for a change of a link. Times become ticks, nodes the numbers from 0 on. A wrong
 * line ends the reading with one sentence that names file and line.
 */
@NullMarked
package io.meshlock.laboratory.trace;

import org.jspecify.annotations.NullMarked;
