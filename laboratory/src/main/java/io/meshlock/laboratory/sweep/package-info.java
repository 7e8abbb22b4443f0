/**
 * Sweeps: one scenario with several values of some settings, every combination with the same seeds.
 *
 * <p>The work is cut into <em>units</em>, one run of one <em>cell</em> (combination) each. Units are independent,
 * finish in any order, are kept in a journal, and are folded in the order of cells and seeds; so an interrupted and
 * resumed sweep, one that was cut into shards and merged, and one that ran in one go give the same bytes. Units are run by an {@link io.meshlock.laboratory.sweep.Engine}.
 */
@NullMarked
package io.meshlock.laboratory.sweep;

import org.jspecify.annotations.NullMarked;
