package io.meshlock.internal;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where other people's code runs: on the executor that they gave, or, when that takes no more, on the thread that has news for
 * them. So everybody is told, even if a program closes its executor before its node, and one listener that fails keeps
 * nobody else from being told. Never to be used in a step.
 */
final class CallbackExecutor implements Executor {

    private static final Logger LOG = LoggerFactory.getLogger(CallbackExecutor.class);

    private final Executor theirs;

    CallbackExecutor(Executor theirs) {
        this.theirs = theirs;
    }

    @Override
    public void execute(Runnable news) {
        Runnable guarded = () -> tell(news);
        try {
            theirs.execute(guarded);
        } catch (RejectedExecutionException e) {
            guarded.run();
        }
    }

    private static void tell(Runnable news) {
        try {
            news.run();
        } catch (RuntimeException e) {
            LOG.warn("a listener failed", e);
        }
    }
}
