package io.meshlock.internal;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs callbacks into user code: on the executor that the program gave, or on the calling thread if that executor
 * rejects them. So callbacks run even if a program closes its executor before its node. A callback that throws is
 * logged and does not affect others. Must not be used in a step.
 */
final class CallbackExecutor implements Executor {

    private static final Logger LOG = LoggerFactory.getLogger(CallbackExecutor.class);

    private final Executor executor;

    CallbackExecutor(Executor executor) {
        this.executor = executor;
    }

    @Override
    public void execute(Runnable callback) {
        Runnable logging = () -> run(callback);
        try {
            executor.execute(logging);
        } catch (RejectedExecutionException e) {
            logging.run();
        }
    }

    private static void run(Runnable callback) {
        try {
            callback.run();
        } catch (RuntimeException e) {
            LOG.warn("a listener failed", e);
        }
    }
}
