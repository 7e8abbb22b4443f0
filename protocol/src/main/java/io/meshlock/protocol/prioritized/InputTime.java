package io.meshlock.protocol.prioritized;

/** The time of the present input, by the clock of this node. */
final class InputTime {

    private long now;

    void set(long time) {
        now = time;
    }

    long now() {
        return now;
    }
}
