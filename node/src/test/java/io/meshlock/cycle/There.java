package io.meshlock.cycle;

import io.meshlock.cycle.back.Back;

/** One half of a cycle between two packages, for the test that looks for cycles. */
public interface There {

    Back back();
}
