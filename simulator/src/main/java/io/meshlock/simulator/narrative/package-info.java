/**
 * Small meshes driven step by step by a text of commands, each followed by its output. Tests are such texts;
 * explorations and hunts report their findings in the same format, so that a finding becomes a test by saving it.
 */
@NullMarked
package io.meshlock.simulator.narrative;

import org.jspecify.annotations.NullMarked;
