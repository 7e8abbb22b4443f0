package io.meshlock.daemon.run;

/** Where permits for a command come from. */
public interface PermitSource extends AutoCloseable {

    /**
     * Waits for permits.
     *
     * @throws NotGrantedException if they are not granted, for any reason; nothing is held and nothing waits then
     * @throws RefusedException if the pool cannot serve the request, and would not if it were asked again
     * @throws InterruptedException if the thread is interrupted; nothing is held and nothing waits then
     */
    HeldPermits acquire(RunRequest runRequest) throws InterruptedException;

    @Override
    void close();

    /** The pool refuses the request: settings differ, it was bootstrapped twice, or it has failed. */
    final class RefusedException extends RuntimeException {

        private static final long serialVersionUID = 1;

        RefusedException(String why) {
            super(why);
        }
    }

    /** The permits were not granted. */
    final class NotGrantedException extends RuntimeException {

        private static final long serialVersionUID = 1;

        NotGrantedException(String why) {
            super(why);
        }
    }
}
