/**
 * {@code meshlock demo}: a mesh of real nodes in one process.
 */
@NullMarked
package io.meshlock.cli.demo;

import org.jspecify.annotations.NullMarked;
