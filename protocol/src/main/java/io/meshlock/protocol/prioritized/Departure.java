package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Setup;
import java.util.ArrayList;
import java.util.List;

/** The state of a node that wants to leave, and the requests that its clients made meanwhile. */
final class Departure {

    private boolean wanted;
    private boolean allowed;
    private List<PermitRequest> later = List.of();

    /** This node has or had a neighbour. */
    private boolean met;

    Departure(Setup setup) {
        met = setup.links().peers().length > 0;
    }

    boolean isWanted() {
        return wanted;
    }

    /** True once the driver was told that the node may leave. */
    boolean isAllowed() {
        return allowed;
    }

    void meet() {
        met = true;
    }

    /** False if there never was a neighbour: then no other node needs the token. */
    boolean hasMetAnybody() {
        return met;
    }

    void begin() {
        wanted = true;
    }

    void allow() {
        allowed = true;
    }

    /** The node stays or is back; returns the requests made meanwhile. */
    List<PermitRequest> end() {
        List<PermitRequest> asked = later;
        wanted = false;
        allowed = false;
        later = List.of();
        return asked;
    }

    /** Keeps a request until the node is back. */
    void postpone(PermitRequest request) {
        if (later.isEmpty()) {
            later = new ArrayList<>(2);
        }
        later.add(request);
    }

    /** Forgets a postponed request; false if there is none with this id. */
    boolean cancel(long id) {
        return !later.isEmpty() && later.removeIf(request -> request.id() == id);
    }

    @Override
    public String toString() {
        return !wanted ? "" : allowed ? " may leave" : " wants to leave";
    }
}
