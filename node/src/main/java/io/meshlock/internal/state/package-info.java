/**
 * What a node must not forget, in a folder of its own.
 *
 * <pre>
 * lock                 held while a node runs, so that no second one uses the folder
 * starts               how often a node was started from this folder
 * pools/NAME-HASH      per pool: its promises, in a few lines of text with a checksum
 * founded-pools        the instance node's list ({@link io.meshlock.internal.BootstrapRecord})
 * </pre>
 *
 * <p>Files are replaced as a whole and are safe on disk before anybody hears of what they say. A file that is missing or cannot
 * be read is never taken for an older one: the node then is a newcomer, with another {@linkplain
 * io.meshlock.protocol.Incarnation disk number}, and its former self counts as out of reach.
 */
@NullMarked
package io.meshlock.internal.state;

import org.jspecify.annotations.NullMarked;
