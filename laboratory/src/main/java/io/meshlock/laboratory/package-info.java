/** Experiments: scenario files in, runs over many seeds, results with statistics out. Reads no clock. */
@NullMarked
package io.meshlock.laboratory;

import org.jspecify.annotations.NullMarked;
