package io.meshlock.demo;

import io.meshlock.spi.JournalStreams;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The journals of all nodes of a process, in files of a folder. They share a clock that gives no moment twice and moves
 * with every event, so that sorting by time keeps causes before their effects.
 */
final class DemoJournals implements JournalStreams {

    private final JournalStreams files;
    private final DemoClock clock;
    private final AtomicLong latest = new AtomicLong();

    DemoJournals(Path folder, LongSupplier nanos) {
        clock = new DemoClock(nanos);
        files = JournalStreams.in(folder);
    }

    @Override
    public OutputStream open(String pool, String node) throws IOException {
        return files.open(pool, node);
    }

    @Override
    public long micros() {
        long now = (long) (clock.seconds() * 1e6);
        return latest.updateAndGet(before -> Math.max(before + 1, now));
    }
}
