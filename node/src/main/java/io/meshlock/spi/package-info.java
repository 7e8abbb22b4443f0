/** What programs may put into a node: where its journals go. Links of another kind have {@link io.meshlock.link.spi}. */
@NullMarked
package io.meshlock.spi;

import org.jspecify.annotations.NullMarked;
