package io.meshlock.simulator.explore;

/** An action packed into a number: its kind, and up to three small numbers that say where it happens. */
final class Action {

    static final int DELIVER = 0; // from, to, place
    static final int RELEASE = 1; // node, request
    static final int NOTICE = 2; // noticing end, other end
    static final int EXPIRE = 3; // nothing: all timers run out, because nothing is in flight
    static final int RETURN = 4; // node
    static final int ASK = 5; // node, request
    static final int CANCEL = 6; // node, request
    static final int LOSE = 7; // from, to, place
    static final int COPY = 8; // from, to, place
    static final int FIRE = 9; // node, timer
    static final int LEAVE = 10; // node
    static final int OFF = 11; // node
    static final int REBOOT = 12; // node
    static final int RESIZE = 13; // node, permits
    static final int CUT = 14; // one end, other end
    static final int FAIL = 15; // noticing end, other end, messages that still arrive
    static final int FORM = 16; // one end, other end

    private Action() {}

    static int of(int kind, int a, int b) {
        return kind << 24 | a << 16 | b << 8;
    }

    static int of(int kind, int a, int b, int c) {
        return of(kind, a, b) | c;
    }

    static int kind(int action) {
        return action >> 24;
    }

    static int a(int action) {
        return action >> 16 & 0xFF;
    }

    static int b(int action) {
        return action >> 8 & 0xFF;
    }

    static int c(int action) {
        return action & 0xFF;
    }

    /** True if fairness forces the action: it happens sooner or later, unless another makes it impossible. */
    static boolean isInevitable(int action) {
        return kind(action) <= RETURN;
    }
}
