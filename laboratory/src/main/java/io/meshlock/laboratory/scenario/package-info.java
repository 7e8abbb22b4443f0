/**
 * Scenario files.
 *
 * <p>A file becomes a tree of {@linkplain io.meshlock.yaml.Value values} that still know their file and
 * line; the tree, changed by path if wanted, is resolved into a {@link io.meshlock.laboratory.scenario.Scenario}. An error
 * message is one line with file, line and key.
 */
@NullMarked
package io.meshlock.laboratory.scenario;

import org.jspecify.annotations.NullMarked;
