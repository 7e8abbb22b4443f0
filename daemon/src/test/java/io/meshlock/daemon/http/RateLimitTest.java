package io.meshlock.daemon.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The allowance of calls")
class RateLimitTest {

    private final AtomicLong now = new AtomicLong();
    private final RateLimit rate = new RateLimit(5, now::get);

    private int calls(String client) {
        int calls = 0;
        while (rate.allows(client)) {
            calls++;
        }
        return calls;
    }

    @Test
    void ofOneClientIsNotThatOfAnother() {
        assertThat(calls("crane")).isEqualTo(20);
        assertThat(calls("robot")).as("another user of the machine").isEqualTo(20);
        now.addAndGet(TimeUnit.SECONDS.toNanos(2));
        assertThat(calls("crane")).isEqualTo(10);
    }

    /** Whoever can have any number of addresses. */
    @Test
    void takesBoundedMemory() {
        assertThat(calls("first")).isEqualTo(20);
        for (int i = 0; i < 10_000; i++) {
            assertThat(rate.allows("address " + i)).isTrue();
        }
        assertThat(calls("first")).as("forgotten").isEqualTo(20);
    }
}
