/**
 * Line charts of sweeps, as SVG and PNG. A {@link io.meshlock.laboratory.plot.Chart} is laid out once, as a
 * {@link io.meshlock.laboratory.plot.Drawing} of lines, areas, dots and labels, and both formats draw that. The bytes
 * of an SVG depend on the chart alone; those of a PNG also on the fonts of the machine.
 */
@NullMarked
package io.meshlock.laboratory.plot;

import org.jspecify.annotations.NullMarked;
