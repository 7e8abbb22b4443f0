package io.meshlock.daemon;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * How long tests wait for what must happen. It only ends tests that hang, so it is long enough for a slow, busy
 * machine.
 */
public final class Timeouts {

    public static final long SECONDS = 120;
    public static final Duration LONG = Duration.ofSeconds(SECONDS);

    private Timeouts() {}

    public static ConditionFactory await() {
        return often(Awaitility.await());
    }

    /** Awaitility looks every 100 ms, and not before: many conditions hold at once or after a few. */
    private static ConditionFactory often(ConditionFactory condition) {
        return condition.atMost(LONG).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(10));
    }
}
