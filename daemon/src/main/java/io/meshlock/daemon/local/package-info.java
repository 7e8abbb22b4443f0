/**
 * How programs on the same machine reach a node: a Unix domain socket and a token in a folder that only some may enter.
 * Both ends use this package, the daemon that makes them and the commands that look for them.
 */
@NullMarked
package io.meshlock.daemon.local;

import org.jspecify.annotations.NullMarked;
