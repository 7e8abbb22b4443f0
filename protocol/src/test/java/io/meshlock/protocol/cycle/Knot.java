package io.meshlock.protocol.cycle;

import io.meshlock.protocol.KnotEnd;

/** The other end of a cycle between two packages, for the test that looks for cycles. */
public record Knot(KnotEnd other) {}
