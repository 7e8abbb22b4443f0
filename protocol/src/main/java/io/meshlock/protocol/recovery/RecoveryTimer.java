package io.meshlock.protocol.recovery;

import io.meshlock.protocol.TimerId;

/** The timers of a node with recovery. */
enum RecoveryTimer implements TimerId {
    /**
     * Something is due: a heartbeat, a beacon, the end of a lease, a proposal. One timer serves all; it is set to the
     * earliest.
     */
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
