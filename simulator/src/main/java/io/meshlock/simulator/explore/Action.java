package io.meshlock.simulator.explore;

/** One thing that can happen, packed into a number: what, and up to three small numbers that say where. */
final class Action {

    static final int DELIVER = 0; // from, to
    static final int RELEASE = 1; // node, request
    static final int NOTICE = 2; // noticing end, other end
    static final int ASK = 3; // node, request
    static final int CANCEL = 4; // node, request
    static final int CUT = 5; // one end, other end
    static final int FAIL = 6; // noticing end, other end, messages that still arrive
    static final int FORM = 7; // one end, other end

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

    /** True if this happens without anybody wanting it: sooner or later, unless something else makes it impossible. */
    static boolean isInevitable(int action) {
        return kind(action) <= NOTICE;
    }
}
