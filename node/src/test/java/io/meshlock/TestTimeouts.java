package io.meshlock;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Timeouts of tests. They only end tests that hang, so they are long enough for a slow, busy machine. */
public final class TestTimeouts {

    public static final long SECONDS = 120;
    public static final Duration LONG = Duration.ofSeconds(SECONDS);

    private TestTimeouts() {}

    public static ConditionFactory await() {
        return often(Awaitility.await());
    }

    /** @param what the name of the condition, for the error message */
    public static ConditionFactory await(String what) {
        return often(Awaitility.await(what));
    }

    /** Awaitility looks every 100 ms, and not before: many conditions hold at once or after a few. */
    private static ConditionFactory often(ConditionFactory condition) {
        return condition.atMost(LONG).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(10));
    }
}
