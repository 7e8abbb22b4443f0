/**
 * Small meshes driven step by step in plain words: a text of commands and what happened. Tests are such texts; explorations and
 * hunts tell what they found in the same words, so that a finding becomes a test by saving it.
 */
@NullMarked
package io.meshlock.simulator.narrative;

import org.jspecify.annotations.NullMarked;
