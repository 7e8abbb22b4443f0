/** Rules over the classes of all modules, and over what the build made of them. */
@NullMarked
package io.meshlock.architecture;

import org.jspecify.annotations.NullMarked;
