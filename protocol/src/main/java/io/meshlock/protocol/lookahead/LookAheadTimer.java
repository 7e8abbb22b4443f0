package io.meshlock.protocol.lookahead;

import io.meshlock.protocol.TimerId;

/** What timers a host has. */
enum LookAheadTimer implements TimerId {
    /** Whoever was asked and has not answered is asked again. */
    RETRY(0);

    private final int id;

    LookAheadTimer(int id) {
        this.id = id;
    }

    @Override
    public int id() {
        return id;
    }
}
