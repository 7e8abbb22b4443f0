package io.meshlock.simulator.explore;

/** What can happen at an instant, as a number: a kind and up to three small numbers. */
final class TimedAction {

    static final int DELIVER = 0;
    static final int FIRE = 1;
    static final int NOTICE = 2;
    static final int ASK = 3;
    static final int RELEASE = 4;
    static final int CRASH = 5;
    static final int RESTART = 6;
    static final int SPLIT = 7;
    static final int MEND = 8;
    static final int LOSE = 9;
    static final int DELAY = 10;
    static final int ROUND = 11;
    static final int TICK = 12;

    private static final int A = 24;
    private static final int B = 20;
    private static final int MASK = 15;

    private TimedAction() {}

    static int of(int kind, int a, int b, int place) {
        return (kind << (A + 4)) | (a << A) | (b << B) | place;
    }

    static int of(int kind, int a) {
        return of(kind, a, 0, 0);
    }

    static int kind(int action) {
        return action >>> (A + 4);
    }

    static int a(int action) {
        return (action >> A) & MASK;
    }

    static int b(int action) {
        return (action >> B) & MASK;
    }

    static int place(int action) {
        return action & ((1 << B) - 1);
    }
}
