/**
 * The simulator in a browser. A {@link io.meshlock.playground.Session} is a world that takes actions from a person while it
 * runs; {@link io.meshlock.playground.Browser} is what the page's scripts call, compiled to JavaScript by TeaVM.
 */
@NullMarked
package io.meshlock.playground;

import org.jspecify.annotations.NullMarked;
