/** Results of experiments: statistics over runs and the result document. */
@NullMarked
package io.meshlock.laboratory.result;

import org.jspecify.annotations.NullMarked;
