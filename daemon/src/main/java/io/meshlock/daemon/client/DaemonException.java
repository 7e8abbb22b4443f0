package io.meshlock.daemon.client;

/** A call to a daemon failed: nobody answered, or the answer was no. The message is one line for people. */
public final class DaemonException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int status;

    DaemonException(int status, String message) {
        super(message);
        this.status = status;
    }

    /** The HTTP status of the answer; 0 if nobody answered. */
    public int status() {
        return status;
    }

    /** True if the same call may go well later: nobody answered, or the daemon was too busy. */
    public boolean isPassing() {
        return status == 0 || status == 429;
    }
}
