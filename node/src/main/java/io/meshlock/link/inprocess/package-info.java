/** Links between nodes of one process, for embedded meshes, demonstrations and tests. */
@NullMarked
package io.meshlock.link.inprocess;

import org.jspecify.annotations.NullMarked;
