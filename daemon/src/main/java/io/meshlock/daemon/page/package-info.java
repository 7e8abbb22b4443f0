/**
 * The page: a mesh as it moves, live or recorded. Both are the same to it: a {@linkplain Picture picture} of the mesh,
 * then {@linkplain Event events}, which are lines of a journal without what only checkers read.
 *
 * <pre>{@code
 * journal lines ─▶ EventParser ─▶ Picture, Timeline ─▶ LiveFeed    (a bounded ring; batches for each watcher)
 *                                                  └▶ RecordedRun (chunks of time in a file)
 * }</pre>
 *
 * <p>The page itself is in {@code src/main/page}; it keeps its own picture up to date from the same events.
 */
@NullMarked
package io.meshlock.daemon.page;

import org.jspecify.annotations.NullMarked;
