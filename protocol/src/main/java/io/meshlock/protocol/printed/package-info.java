/** What algorithms that are kept exactly as printed have in common. Each has a package of its own below its corrected form. */
@NullMarked
package io.meshlock.protocol.printed;

import org.jspecify.annotations.NullMarked;
