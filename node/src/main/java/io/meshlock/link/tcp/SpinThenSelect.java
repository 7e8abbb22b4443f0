package io.meshlock.link.tcp;

import io.netty.channel.DefaultSelectStrategyFactory;
import io.netty.channel.SelectStrategy;
import io.netty.channel.SelectStrategyFactory;
import io.netty.util.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Lets an event loop spin for a short time after work before it blocks in select. A client that was just granted a
 * permit, or a peer that was just sent a message, often answers within microseconds, and waking a blocked thread takes
 * longer than that. The loop yields while it spins, so it uses only processor time that no other thread wants.
 */
final class SpinThenSelect implements SelectStrategy {

    /**
     * Long enough for a client with a short critical section; short enough that the wake-ups of an idle node stay
     * cheap.
     */
    private static final long DEFAULT_MICROS = 50;

    private final long nanos;
    private final LongSupplier clock;

    /** True if there was work since the last call, or the loop was blocked (which ends with work). */
    private boolean worked = true;

    private long idleSince;

    SpinThenSelect(long nanos, LongSupplier clock) {
        this.nanos = nanos;
        this.clock = clock;
    }

    /**
     * {@code -Dmeshlock.linger=0} turns spinning off. It is also off with one processor: other threads need it to
     * answer.
     */
    static SelectStrategyFactory factory() {
        long micros = Long.getLong("meshlock.linger", DEFAULT_MICROS);
        return micros > 0 && Runtime.getRuntime().availableProcessors() > 1
                ? () -> new SpinThenSelect(micros * 1000, System::nanoTime)
                : DefaultSelectStrategyFactory.INSTANCE;
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // if yielding has no effect, spinning only costs more
    public int calculateStrategy(IntSupplier selectNow, boolean hasTasks) throws Exception {
        if (hasTasks) {
            worked = true;
            return selectNow.get();
        }
        long now = clock.getAsLong();
        if (worked) {
            worked = false;
            idleSince = now;
        } else if (now - idleSince >= nanos) {
            worked = true;
            return SELECT;
        }
        int ready = selectNow.get();
        if (ready > 0) {
            worked = true;
        } else {
            Thread.yield();
        }
        return ready;
    }
}
