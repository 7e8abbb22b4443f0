package io.meshlock.cli.node;

import io.meshlock.cli.terminal.Stopwatch;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Looks at something again and again. */
final class Polling {

    private static final long LOOK_MILLIS = 100;

    /** Never counted down: used to sleep between looks. */
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private Polling() {}

    /** One look, at a node for example. */
    interface Look<T> {
        T look() throws InterruptedException;
    }

    /** The first look that is as wanted, or the last one within this time. There is always one. */
    static <T> T until(Predicate<T> wanted, Duration timeout, Look<T> looks) throws InterruptedException {
        Stopwatch stopwatch = new Stopwatch();
        while (true) {
            T seen = looks.look();
            if (wanted.test(seen) || stopwatch.seconds() >= timeout.toMillis() / 1e3) {
                return seen;
            }
            pause(LOOK_MILLIS);
        }
    }

    static void pause(long millis) throws InterruptedException {
        NEVER.await(millis, TimeUnit.MILLISECONDS);
    }
}
