package io.meshlock.internal.state;

import io.meshlock.link.wire.PoolTerms;
import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Incarnation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file with a node's durable state in one pool. Not thread-safe: used in the pool's steps only. */
public final class PoolStateFile {

    private static final Logger LOG = LoggerFactory.getLogger(PoolStateFile.class);

    /** The largest number of starts that fits into an incarnation. */
    static final int MOST_STARTS = (1 << Incarnation.RESTART_BITS) - 1;

    private final String pool;
    private final @Nullable Path file;
    private final String folder;
    private final DurableState atStart;
    private final long instance;
    private final boolean known;
    private final boolean ofThisStart;
    private final @Nullable PoolTerms termsAtStart;

    /** The settings that are to be kept with the next promise; null if they are on disk. */
    private @Nullable PoolTerms newTerms;

    /** Without a file: what would be in it. */
    private @Nullable DurableState lastKept;

    private long lastInstance;
    private boolean written;

    /** @param file where the state is kept; null to keep nothing */
    PoolStateFile(String pool, @Nullable Path file, String folder, int start, InstantSource clock) {
        this.pool = pool;
        this.file = file;
        this.folder = folder;
        this.termsAtStart = file == null ? null : loadTerms(file);
        PoolRecord kept = file == null ? null : load(file, start);
        known = kept != null;
        ofThisStart = kept != null && startOf(kept) == start;
        instance = kept == null ? 0 : kept.instance();
        long disk = kept == null
                ? DiskIds.draw(clock)
                : Incarnation.disk(kept.durable().incarnation());
        long incarnation = Incarnation.first(disk) + start;
        atStart = kept == null
                ? DurableState.fresh(incarnation)
                : new DurableState(
                        incarnation,
                        kept.durable().seat(),
                        kept.durable().promised(),
                        kept.durable().seen(),
                        kept.durable().view());
    }

    private PoolStateFile(PoolStateFile before, DurableState last, long instance) {
        this.pool = before.pool;
        this.file = null;
        this.folder = before.folder;
        this.termsAtStart = before.newTerms;
        this.known = true;
        this.ofThisStart = false;
        this.instance = instance;
        this.atStart = last.restarted();
    }

    /**
     * The same without a file, after this node has stopped to take part and before it starts again: what it has promised
     * holds, and its next incarnation begins.
     */
    public PoolStateFile restarted() {
        DurableState last = lastKept;
        return new PoolStateFile(this, last == null ? atStart : last, last == null ? instance : lastInstance);
    }

    /** True if the file has state of this node from before. */
    public boolean isKnown() {
        return known;
    }

    /** True if this node has kept promises on disk, now or before: they must be there at the next start. */
    public boolean isOnDisk() {
        return file != null && (known || written);
    }

    /** True if it was written since the node was started. */
    boolean isOfThisStart() {
        return ofThisStart;
    }

    /** The state that was kept, with the incarnation that begins with this start of the node. */
    public DurableState atStart() {
        return atStart;
    }

    /** The pool instance that the state belongs to; 0 if it is not known. */
    public long instance() {
        return instance;
    }

    /** The settings with which the pool was opened before; null if they are not known. */
    public @Nullable PoolTerms terms() {
        return known ? termsAtStart : null;
    }

    /** True if this node remembers promises and no settings: the pool was destroyed. */
    public boolean isOfDestroyedPool() {
        return known && termsAtStart == null;
    }

    /** Sets the settings that are kept with the next promise. */
    public void terms(PoolTerms terms) {
        newTerms = terms.equals(termsAtStart) ? null : terms;
    }

    /** Forgets the settings, and keeps the promises: the pool was destroyed, and may begin anew with others. */
    public void forgetTerms() {
        newTerms = null;
        if (file != null) {
            try {
                Files.deleteIfExists(termsFile(file));
            } catch (IOException e) {
                throw new UncheckedIOException("pool '" + pool + "': cannot delete " + termsFile(file), e);
            }
        }
    }

    static Path termsFile(Path file) {
        return file.resolveSibling(file.getFileName() + ".settings");
    }

    private @Nullable PoolTerms loadTerms(Path from) {
        try {
            return TermsFile.read(termsFile(from));
        } catch (IOException e) {
            throw new UncheckedIOException("pool '" + pool + "': cannot read " + termsFile(from), e);
        }
    }

    private @Nullable PoolRecord load(Path from, int start) {
        if (!Files.exists(from)) {
            return null;
        }
        try {
            PoolRecord record = PoolRecord.parse(CheckedFile.read(from));
            check(record, start);
            return record;
        } catch (CheckedFile.Damaged e) {
            LOG.error(
                    "pool '{}': the promises of this node cannot be read ({}). It takes part as a new member;"
                            + " its former incarnation counts as out of reach until the token holder has replaced it."
                            + " The file is kept as {}",
                    pool,
                    e.getMessage(),
                    setAside(from));
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException("pool '" + pool + "': cannot read " + from, e);
        }
    }

    private void check(PoolRecord record, int start) throws CheckedFile.Damaged {
        if (!record.pool().equals(pool)) {
            throw new CheckedFile.Damaged("it is about pool '" + record.pool() + "'");
        }
        if (!record.folder().equals(folder)) {
            throw new CheckedFile.Damaged("it was written in another folder, or before the count of starts was lost");
        }
        if (startOf(record) > start) {
            throw new CheckedFile.Damaged("it is newer than the count of starts");
        }
    }

    /** The number of the start of the node in which the record was written. */
    private static long startOf(PoolRecord record) {
        long incarnation = record.durable().incarnation();
        return incarnation - Incarnation.first(Incarnation.disk(incarnation));
    }

    private static Path setAside(Path file) {
        try {
            return StateFolder.setAside(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot set aside " + file, e);
        }
    }

    /**
     * Replaces the state; it is on disk when this returns.
     *
     * @throws UncheckedIOException if the state could not be written; then it must not be acted on
     */
    public void keep(long poolInstance, DurableState durable) {
        if (file == null) {
            lastKept = durable;
            lastInstance = poolInstance;
            return;
        }
        try {
            if (newTerms != null) {
                TermsFile.write(termsFile(file), newTerms);
                newTerms = null;
            }
            CheckedFile.write(file, new PoolRecord(pool, folder, poolInstance, durable).lines());
            written = true;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep a promise in " + file, e);
        }
    }
}
