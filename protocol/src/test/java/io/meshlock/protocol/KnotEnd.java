package io.meshlock.protocol;

import io.meshlock.protocol.cycle.Knot;

/** One end of a cycle between two packages, for {@link PackagesTest}. */
public record KnotEnd(Knot other) {}
