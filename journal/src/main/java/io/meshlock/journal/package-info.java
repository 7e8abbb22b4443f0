/** The journal: everything observable in a run, and its file format. */
@NullMarked
package io.meshlock.journal;

import org.jspecify.annotations.NullMarked;
