package io.meshlock.cli;

/** What the shell is told. */
final class ExitCodes {

    static final int OK = 0;

    /** With {@code --strict}: a run broke a rule or left somebody waiting. */
    static final int FOUND_SOMETHING = 1;

    /** A wrong flag, file or value. */
    static final int USAGE = 2;

    /** A bug of Meshlock, or a machine that failed it. */
    static final int INTERNAL = 3;

    private ExitCodes() {}
}
