package io.meshlock.link.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SpinThenSelectTest {

    private static final long NANOS = 100;

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 50); // nanoTime may overflow meanwhile
    private final AtomicInteger ready = new AtomicInteger();
    private final AtomicInteger looks = new AtomicInteger();
    private final IntSupplier selectNow = () -> {
        looks.incrementAndGet();
        return ready.get();
    };
    private final SpinThenSelect lingering = new SpinThenSelect(NANOS, now::get);

    private int look(boolean hasTasks) throws Exception {
        return lingering.calculateStrategy(selectNow, hasTasks);
    }

    @Test
    void sleepsWhenNothingHasComeForAWhile() throws Exception {
        assertThat(look(false)).isZero();
        now.addAndGet(NANOS - 1);
        assertThat(look(false)).isZero();
        now.addAndGet(1);
        assertThat(look(false)).isEqualTo(SelectStrategy.SELECT);
        assertThat(looks).hasValue(2);
    }

    @Test
    void spinsAnewAfterItWasWoken() throws Exception {
        fallAsleep();
        now.addAndGet(1_000_000);
        assertThat(look(false)).isZero();
        now.addAndGet(NANOS);
        assertThat(look(false)).isEqualTo(SelectStrategy.SELECT);
    }

    @Test
    void frameThatArrivesIsReportedAndKeepsItAwake() throws Exception {
        look(false);
        now.addAndGet(NANOS - 1);
        ready.set(2);
        assertThat(look(false)).isEqualTo(2);
        ready.set(0);
        now.addAndGet(NANOS);
        assertThat(look(false)).isZero();
    }

    @Test
    void taskKeepsItAwakeAndDoesNotKeepFramesWaiting() throws Exception {
        look(false);
        now.addAndGet(NANOS);
        ready.set(1);
        assertThat(look(true)).isEqualTo(1);
        ready.set(0);
        now.addAndGet(NANOS);
        assertThat(look(false)).isZero();
    }

    @Test
    void neverSleepsOnTasks() throws Exception {
        fallAsleep();
        now.addAndGet(NANOS);
        assertThat(look(true)).isZero();
    }

    private void fallAsleep() throws Exception {
        look(false);
        now.addAndGet(NANOS);
        assertThat(look(false)).isEqualTo(SelectStrategy.SELECT);
    }
}
