package io.meshlock.cycle.back;

import io.meshlock.cycle.There;

/** The other half. */
public interface Back {

    There there();
}
