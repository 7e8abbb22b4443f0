/**
 * What a person sees and types: whether there is a terminal, a screen drawn in place, tables, progress, log levels,
 * signals, and the stopwatch, the one class of the command line that reads a clock.
 */
@NullMarked
package io.meshlock.cli.terminal;

import org.jspecify.annotations.NullMarked;
