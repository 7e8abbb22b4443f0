/**
 * The durable state of a node, in a folder of its own.
 *
 * <pre>
 * lock                 held while a node runs, so that no second one uses the folder
 * starts               which node uses this folder, and how often it was started
 * pools/NAME-HASH      per pool: its promises, in a few lines of text with a checksum
 * pools/….settings     per pool: the settings with which it was opened
 * bootstrapped-pools   at the bootstrap node: its pools ({@link io.meshlock.internal.BootstrapRecord})
 * incarnations         last incarnation by pool, if needed ({@link io.meshlock.internal.Incarnations})
 * </pre>
 *
 * <p>Files are replaced atomically and are on disk before other nodes learn of what they say. A file that is missing or
 * cannot be read is never replaced by an older state: the node then is a new member, with another {@linkplain
 * io.meshlock.protocol.Incarnation disk number}, and its former incarnation counts as out of reach.
 */
@NullMarked
package io.meshlock.internal.state;

import org.jspecify.annotations.NullMarked;
