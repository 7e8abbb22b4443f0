/** What an experiment found: statistics over its runs and the result document. */
@NullMarked
package io.meshlock.laboratory.result;

import org.jspecify.annotations.NullMarked;
