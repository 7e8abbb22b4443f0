/**
 * The common parts of algorithms that are kept exactly as printed. Each of them has its own package below its corrected
 * form.
 */
@NullMarked
package io.meshlock.protocol.printed;

import org.jspecify.annotations.NullMarked;
