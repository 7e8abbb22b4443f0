package io.meshlock.demo;

import java.util.function.LongSupplier;

/** Seconds since it was made, by the demo's clock. */
final class DemoClock {

    private final LongSupplier nanos;
    private final long start;

    DemoClock(LongSupplier nanos) {
        this.nanos = nanos;
        this.start = nanos.getAsLong();
    }

    double seconds() {
        return (nanos.getAsLong() - start) / 1e9;
    }
}
