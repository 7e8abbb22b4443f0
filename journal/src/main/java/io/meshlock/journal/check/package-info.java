/**
 * The checkers of a run. Each reads the journal and nothing else, and shares no code with the protocols: it reads
 * numbers out of keys and grants, but compares them itself. The memory of a checker is bounded by what waits, is held
 * or is in flight, not by the length of the run.
 */
@NullMarked
package io.meshlock.journal.check;

import org.jspecify.annotations.NullMarked;
