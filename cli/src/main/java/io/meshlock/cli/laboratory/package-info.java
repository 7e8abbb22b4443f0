/**
 * Commands of experiments: {@code sim}, {@code sweep}, {@code merge}, {@code plot}, {@code reproduce}, {@code trace},
 * {@code algorithms}; and their reports for people.
 */
@NullMarked
package io.meshlock.cli.laboratory;

import org.jspecify.annotations.NullMarked;
