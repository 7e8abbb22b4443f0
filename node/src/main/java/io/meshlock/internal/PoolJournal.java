package io.meshlock.internal;

import io.meshlock.journal.Journal;
import io.meshlock.journal.JournalWriter;
import io.meshlock.journal.Journals;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;
import io.meshlock.spi.JournalStreams;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the events of one pool at one node to a journal, with times in microseconds. Called from steps. Costs next to
 * nothing without a journal.
 */
final class PoolJournal {

    private static final Logger LOG = LoggerFactory.getLogger(PoolJournal.class);

    /** Writes nothing. */
    static final PoolJournal NONE = new PoolJournal(Journals.none(), 0, () -> 0, () -> false, () -> {});

    private final Journal journal;
    private final int node;
    private final LongSupplier micros;
    private final BooleanSupplier wantsMessages;
    private final Runnable close;

    private PoolJournal(Journal journal, int node, LongSupplier micros, BooleanSupplier wantsMessages, Runnable close) {
        this.journal = journal;
        this.node = node;
        this.micros = micros;
        this.wantsMessages = wantsMessages;
        this.close = close;
    }

    /** Opens the journal of a pool; if that fails, nothing is written. */
    static PoolJournal open(JournalStreams streams, String pool, int node, String nodeName) {
        try {
            JournalWriter writer = JournalWriter.lineByLine(new JournalStream(pool, streams.open(pool, nodeName)));
            return new PoolJournal(writer, node, streams::micros, streams::wantsMessages, writer::close);
        } catch (IOException e) {
            LOG.error("pool '{}' has no journal: {}", pool, e.toString());
            return NONE;
        }
    }

    /** Writes all events to this journal, with the time of this clock. */
    static PoolJournal of(Journal journal, int node, LongSupplier micros) {
        return new PoolJournal(journal, node, micros, () -> true, () -> {});
    }

    private long now() {
        return micros.getAsLong();
    }

    void stepped() {
        if (wantsMessages.getAsBoolean()) {
            journal.stepped(now(), node);
        }
    }

    /** Converts the deadline from milliseconds, as in requests, to microseconds, as in journals. */
    void requested(PermitRequest request) {
        if (this == NONE) {
            return;
        }
        boolean endless = request.deadline() == PermitRequest.NO_DEADLINE;
        journal.requested(
                now(),
                node,
                endless ? request : request.withDeadline(TimeUnit.MILLISECONDS.toMicros(request.deadline())));
    }

    void waiting(long request, Key key) {
        journal.waiting(now(), node, request, key);
    }

    void rejected(long request, Rejection why) {
        journal.rejected(now(), node, request, why);
    }

    void cancelled(long request) {
        journal.cancelled(now(), node, request);
    }

    void withdrawn(long request) {
        journal.withdrawn(now(), node, request);
    }

    void decided(long number, Key key) {
        journal.decided(now(), node, number, key);
    }

    void granted(PermitGrant grant) {
        journal.granted(now(), node, grant);
    }

    void released(PermitGrant grant) {
        journal.released(now(), node, grant);
    }

    void givenBack(PermitGrant part) {
        journal.givenBack(now(), node, part);
    }

    void tokens(int held) {
        journal.tokens(now(), node, held);
    }

    /** @param remaining how long the lease lasts from now on, in nanoseconds */
    void leased(long grant, long remaining) {
        long now = now();
        journal.leased(now, node, grant, now + TimeUnit.NANOSECONDS.toMicros(remaining));
    }

    void grantLost(PermitGrant grant) {
        journal.grantLost(now(), node, grant);
    }

    void recovered(Epoch epoch, String how) {
        journal.recovered(now(), node, epoch, how);
    }

    void resized(PoolSize size) {
        journal.resized(now(), node, size);
    }

    void sent(int to, Message message) {
        if (wantsMessages.getAsBoolean()) {
            journal.sent(now(), node, to, message);
        }
    }

    void delivered(int from, Message message) {
        if (wantsMessages.getAsBoolean()) {
            journal.delivered(now(), from, node, message);
        }
    }

    void linkUp(int peer) {
        journal.linkUp(now(), node, peer);
    }

    void linkDown(int peer) {
        journal.linkDown(now(), node, peer);
    }

    /** Ends the journal. */
    void close() {
        close.run();
    }
}
