/** Placeholder text, replaced below. */
@org.jspecify.annotations.NullMarked
package io.meshlock.protocol.prioritized;
