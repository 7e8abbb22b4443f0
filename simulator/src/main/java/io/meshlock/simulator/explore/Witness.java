package io.meshlock.simulator.explore;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Slots;
import org.jspecify.annotations.Nullable;

/**
 * What an observer at one node has seen of its clients, timers and tokens. It is part of the explored state, and shares
 * no code with any protocol. Fields that no longer matter are reset, so that they do not make equal states differ.
 */
final class Witness {

    static final byte NOT_ASKED = 0;
    static final byte WAITING = 1;
    static final byte INSIDE = 2;
    static final byte GONE = 3;

    final byte[] status;
    final long[] grants;
    final @Nullable Slots[] slots;
    final @Nullable Key[] keys;
    int tokens;

    /** The timers that run, as bits. */
    int timers;

    boolean leaving;
    boolean mayLeave;

    /** True if the node cannot be reached. */
    boolean off;

    /** The node's incarnation, which survives a loss of memory. */
    int incarnation;

    /** The number of the latest decision made here; 0 if there was none. */
    long lastDecided;

    /** The pool's size as the node knows it, and as it knew it at its latest decision. */
    PoolSize size;

    PoolSize decidedBy;

    Witness(int requests, int tokens, PoolSize size) {
        this.status = new byte[requests];
        this.grants = new long[requests];
        this.slots = new Slots[requests];
        this.keys = new Key[requests];
        this.tokens = tokens;
        this.size = size;
        this.decidedBy = size;
    }

    void enter(int request, PermitGrant grant) {
        status[request] = INSIDE;
        grants[request] = grant.number();
        slots[request] = grant.slots();
        keys[request] = null;
    }

    /** The node lost its memory: its clients are gone. */
    void reboot() {
        for (int request = 0; request < status.length; request++) {
            if (status[request] == WAITING || status[request] == INSIDE) {
                leave(request);
            }
        }
        timers = 0;
        leaving = false;
        mayLeave = false;
        incarnation++;
    }

    void leave(int request) {
        status[request] = GONE;
        grants[request] = 0;
        slots[request] = null;
        keys[request] = null;
    }
}
