package io.meshlock.daemon.client;

/** A call to a daemon failed: no answer, or a refusal. The message is one line for people. */
public final class DaemonException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    private final int status;
    private final long remainingMillis;
    private final boolean nobodyThere;

    DaemonException(int status, String message, long remainingMillis) {
        this(status, message, remainingMillis, false);
    }

    private DaemonException(int status, String message, long remainingMillis, boolean nobodyThere) {
        super(message);
        this.status = status;
        this.remainingMillis = remainingMillis;
        this.nobodyThere = nobodyThere;
    }

    static DaemonException noAnswer(String message, boolean nobodyThere) {
        return new DaemonException(0, message, 0, nobodyThere);
    }

    /** The HTTP status of the answer; 0 if nobody answered. */
    public int status() {
        return status;
    }

    /** True if nobody listens at the address, or not yet. */
    public boolean isNobodyThere() {
        return nobodyThere;
    }

    /** True if the same call may succeed later: there was no answer, or the daemon was too busy. */
    public boolean isPassing() {
        return status == 0 || status == 429;
    }

    /** True if a request is gone, as only the daemon can say; whatever else goes wrong with a renewal may pass. */
    public boolean isGone() {
        return status == NOT_FOUND || status == CONFLICT;
    }

    /** For how long a grant that cannot be renewed any more is held still, in milliseconds. */
    public long remainingMillis() {
        return remainingMillis;
    }
}
