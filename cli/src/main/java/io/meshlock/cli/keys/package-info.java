/**
 * {@code meshlock keys}: an authority and the certificates it issues.
 */
@NullMarked
package io.meshlock.cli.keys;

import org.jspecify.annotations.NullMarked;
