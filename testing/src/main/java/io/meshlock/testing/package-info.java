/** Helpers of tests; other modules have them in scope test only. */
@NullMarked
package io.meshlock.testing;

import org.jspecify.annotations.NullMarked;
