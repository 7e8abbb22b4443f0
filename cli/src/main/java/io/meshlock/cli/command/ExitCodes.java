package io.meshlock.cli.command;

/** Exit codes. */
public final class ExitCodes {

    public static final int OK = 0;

    /** With {@code --strict}: a run broke a rule or starved a request. */
    public static final int FOUND_SOMETHING = 1;

    /** A wrong flag, file or value. */
    public static final int USAGE = 2;

    /** A bug, or a failure of the system. */
    public static final int INTERNAL = 3;

    /** An address that is taken, or not there yet: EX_UNAVAILABLE of sysexits.h. Trying again later may help. */
    public static final int UNAVAILABLE = 69;

    private ExitCodes() {}
}
