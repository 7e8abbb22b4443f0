/**
 * The command line: thin commands. Results go to standard output, everything else to standard error; a mistake of the
 * user gets one line and exit code 2.
 */
@NullMarked
package io.meshlock.cli;

import org.jspecify.annotations.NullMarked;
