package io.meshlock.testbed;

import io.meshlock.journal.Journals;
import io.meshlock.journal.MergedJournal;
import io.meshlock.journal.check.Checkers;
import io.meshlock.journal.check.JournalJudge;
import io.meshlock.protocol.Guarantees;
import io.meshlock.spi.JournalStreams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The journals of all nodes of a process, in memory. They share a clock that gives no moment twice and moves with every event,
 * so that merging by time keeps causes before their effects.
 */
final class SharedJournals implements JournalStreams {

    private final AtomicLong clock = new AtomicLong();
    private final List<ByteArrayOutputStream> streams = new CopyOnWriteArrayList<>();

    @Override
    public OutputStream open(String pool, String node) {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        streams.add(stream);
        return stream;
    }

    @Override
    public long micros() {
        return clock.incrementAndGet();
    }

    /** Checks all journals to their end; to be called when all nodes are closed. */
    Checkers check(int permits, Guarantees promises, int bootstrapNode) {
        List<MergedJournal.Source> sources = streams.stream()
                .map(stream -> (MergedJournal.Source) () -> new ByteArrayInputStream(stream.toByteArray()))
                .toList();
        try {
            return JournalJudge.judge(new MergedJournal<>(sources), permits, promises, bootstrapNode, Journals.none())
                    .checkers();
        } catch (IOException e) {
            throw new UncheckedIOException("memory can be read", e);
        }
    }
}
