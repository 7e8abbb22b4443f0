package io.meshlock.cli.command;

/** What the shell is told. */
public final class ExitCodes {

    public static final int OK = 0;

    /** With {@code --strict}: a run broke a rule or left somebody waiting. */
    public static final int FOUND_SOMETHING = 1;

    /** A wrong flag, file or value. */
    public static final int USAGE = 2;

    /** A bug of Meshlock, or a machine that failed it. */
    public static final int INTERNAL = 3;

    private ExitCodes() {}
}
