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
        return Awaitility.await().atMost(LONG);
    }

    /** @param what the name of the condition, for the error message */
    public static ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(LONG);
    }
}
