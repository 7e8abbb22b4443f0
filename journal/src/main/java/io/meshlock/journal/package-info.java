/** What can be observed of a run, and ways to keep it. */
@NullMarked
package io.meshlock.journal;

import org.jspecify.annotations.NullMarked;
