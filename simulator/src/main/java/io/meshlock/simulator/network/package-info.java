/** Links: the shapes they start in, what travels over them, and how they come and go. */
@NullMarked
package io.meshlock.simulator.network;

import org.jspecify.annotations.NullMarked;
