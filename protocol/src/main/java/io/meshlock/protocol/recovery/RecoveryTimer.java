package io.meshlock.protocol.recovery;

import io.meshlock.protocol.TimerId;

/** What timers a node with recovery has. */
enum RecoveryTimer implements TimerId {
    /** Something is due: evidence, news, an end of a lease, a proposal. One for all: the earliest decides. */
    ALARM(1);

    private final int id;

    RecoveryTimer(int id) {
        this.id = id;
    }

    @Override
    public int id() {
        return id;
    }
}
