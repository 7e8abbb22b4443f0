package io.meshlock.cycle.back;

import io.meshlock.cycle.There;

/** The other half of the cycle. */
public interface Back {

    There there();
}
