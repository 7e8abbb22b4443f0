/**
 * Scenario files.
 *
 * <p>A file becomes a tree of {@linkplain io.meshlock.laboratory.scenario.Value values} that still know their file and
 * line; the tree, changed by path if wanted, is resolved into a {@link io.meshlock.laboratory.scenario.Scenario}. What
 * is wrong on the way is said in one line with file, line and key.
 */
@NullMarked
package io.meshlock.laboratory.scenario;

import org.jspecify.annotations.NullMarked;
