package io.meshlock.link.tcp;

import io.netty.channel.DefaultSelectStrategyFactory;
import io.netty.channel.SelectStrategy;
import io.netty.channel.SelectStrategyFactory;
import io.netty.util.IntSupplier;
import java.util.function.LongSupplier;

/**
 * When an event loop goes to sleep: not at once after it has worked. Who has just been given a permit, or has just been told
 * something, often answers within microseconds, and to wake a sleeping thread takes longer than that. Meanwhile the loop lets
 * everybody else have its processor, so it costs what nobody wants.
 */
final class SpinThenSelect implements SelectStrategy {

    /** Long enough for a client with a short critical section; so short that an idle node's few wake-ups a second stay cheap. */
    private static final long DEFAULT_MICROS = 50;

    private final long nanos;
    private final LongSupplier clock;

    /** There was work since the loop looked last; sleep ends with work, too. */
    private boolean worked = true;

    private long idleSince;

    SpinThenSelect(long nanos, LongSupplier clock) {
        this.nanos = nanos;
        this.clock = clock;
    }

    /** {@code -Dmeshlock.spin=0} turns it off, and so does a machine with one processor: others need that one to answer. */
    static SelectStrategyFactory factory() {
        long micros = Long.getLong("meshlock.linger", DEFAULT_MICROS);
        return micros > 0 && Runtime.getRuntime().availableProcessors() > 1
                ? () -> new SpinThenSelect(micros * 1000, System::nanoTime)
                : DefaultSelectStrategyFactory.INSTANCE;
    }

    @Override
    @SuppressWarnings(
            "ThreadPriorityCheck") // nothing depends on whether yielding has an effect, but the price of lingering
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
