/** Looks into nodes from outside, for judges that share no code with the protocols. */
@NullMarked
package io.meshlock.simulator.inspect;

import org.jspecify.annotations.NullMarked;
