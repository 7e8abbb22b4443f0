/**
 * The durable state of a node, in a folder of its own.
 *
 * <pre>
 * lock                 held while a node runs, so that no second one uses the folder
 * starts               which node uses this folder, and how often it was started
 * pools/promises       per pool: its promises, and the settings with which it was opened; lines with checksums
 * bootstrapped-pools   at the bootstrap node: its pools ({@link io.meshlock.internal.BootstrapRecord})
 * incarnations         last incarnation by pool, if needed ({@link io.meshlock.internal.Incarnations})
 * </pre>
 *
 * <p>What is written is on disk before other nodes learn of it. {@code pools/promises} grows at its end, and one sync is
 * enough for all pools that promised something while the last one ran; the other files are replaced atomically. What is
 * missing or cannot be read is never replaced by an older state: the node then is a new member, with another {@linkplain
 * io.meshlock.protocol.Incarnation disk number}, and its former incarnation counts as out of reach. Only what was torn at
 * the end of the file, when the machine stopped while it was being written, counts as never promised: nobody heard of it.
 */
@NullMarked
package io.meshlock.internal.state;

import org.jspecify.annotations.NullMarked;
