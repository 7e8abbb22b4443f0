package io.meshlock.daemon.client;

/** A call to a daemon failed: no answer, or a refusal. The message is one line for people. */
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

    /** True if the same call may succeed later: there was no answer, or the daemon was too busy. */
    public boolean isPassing() {
        return status == 0 || status == 429;
    }
}
