package io.meshlock.protocol.lookahead;

import io.meshlock.protocol.TimerId;

/** The timers of a host. */
enum LookAheadTimer implements TimerId {
    /** Peers that have not answered are asked again. */
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
