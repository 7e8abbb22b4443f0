/**
 * Journals on disk, read event by event.
 */
@NullMarked
package io.meshlock.cli.journal;

import org.jspecify.annotations.NullMarked;
