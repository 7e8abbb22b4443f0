package io.meshlock;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** How long tests wait for what must happen. It only ends tests that hang, so it is long enough for a slow, busy machine. */
public final class TestTimeouts {

    public static final long SECONDS = 120;
    public static final Duration LONG = Duration.ofSeconds(SECONDS);

    private TestTimeouts() {}

    public static ConditionFactory await() {
        return Awaitility.await().atMost(LONG);
    }

    /** @param what as it is called if it does not happen */
    public static ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(LONG);
    }
}
