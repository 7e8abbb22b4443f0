package io.meshlock.internal.state;

import io.meshlock.link.wire.MalformedFrameException;
import io.meshlock.link.wire.PoolFrame;
import io.meshlock.link.wire.PoolFrames;
import io.meshlock.link.wire.PoolTerms;
import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Incarnation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a node has promised in one pool, and the settings with which it was opened. Not thread-safe: used in the pool's
 * steps only.
 */
public final class PoolPromises {

    private static final Logger LOG = LoggerFactory.getLogger(PoolPromises.class);

    /** The largest number of starts that fits into an incarnation. */
    static final int MOST_STARTS = (1 << Incarnation.RESTART_BITS) - 1;

    private final String pool;
    private final @Nullable StateLog log;
    private final DurableState atStart;
    private final long instance;
    private final boolean known;
    private final boolean ofThisStart;
    private final @Nullable PoolTerms termsAtStart;

    /** The settings that are to be kept with the next promise; null if they are on disk. */
    private @Nullable PoolTerms newTerms;

    /** Without a folder: what would be in it. */
    private @Nullable DurableState lastKept;

    private long lastInstance;
    private boolean written;

    /** @param log where the state is kept; null to keep nothing */
    PoolPromises(String pool, @Nullable StateLog log, int start, InstantSource clock) {
        this.pool = pool;
        this.log = log;
        this.termsAtStart = log == null ? null : loadTerms(log);
        PoolRecord kept = log == null ? null : load(log, start);
        known = kept != null;
        ofThisStart = kept != null && kept.start() == start;
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

    private PoolPromises(PoolPromises before, DurableState last, long instance) {
        this.pool = before.pool;
        this.log = null;
        this.termsAtStart = before.newTerms;
        this.known = true;
        this.ofThisStart = false;
        this.instance = instance;
        this.atStart = last.restarted();
    }

    static String promiseKey(String pool) {
        return "promise " + URLEncoder.encode(pool, StandardCharsets.UTF_8);
    }

    static String settingsKey(String pool) {
        return "settings " + URLEncoder.encode(pool, StandardCharsets.UTF_8);
    }

    /**
     * The same without a folder, after this node has stopped to take part and before it starts again: what it has promised
     * holds, and its next incarnation begins.
     */
    public PoolPromises restarted() {
        DurableState last = lastKept;
        return new PoolPromises(this, last == null ? atStart : last, last == null ? instance : lastInstance);
    }

    /** True if the file has state of this node from before. */
    public boolean isKnown() {
        return known;
    }

    /** True if this node has kept promises on disk, now or before: they must be there at the next start. */
    public boolean isOnDisk() {
        return log != null && (known || written);
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
        if (log != null) {
            put(log, Map.of(settingsKey(pool), ""));
        }
    }

    /** The settings are in the form in which they are sent to neighbours. Nothing that is promised depends on them. */
    private @Nullable PoolTerms loadTerms(StateLog from) {
        String text = from.get(settingsKey(pool));
        if (text != null) {
            try {
                byte[] frame = Base64.getDecoder().decode(text);
                if (PoolFrames.read(frame, 0, frame.length) instanceof PoolFrame.Open open) {
                    return open.terms();
                }
            } catch (MalformedFrameException | IllegalArgumentException e) {
                LOG.debug("pool '{}': {}", pool, text, e);
            }
            LOG.warn("pool '{}': the settings that this node has kept cannot be read, and are not used", pool);
        }
        return null;
    }

    private @Nullable PoolRecord load(StateLog from, int start) {
        String text = from.get(promiseKey(pool));
        if (text == null) {
            return null;
        }
        try {
            PoolRecord record = PoolRecord.parse(text);
            if (record.start() > start) {
                throw new CheckedFile.Damaged("they are newer than the count of starts");
            }
            return record;
        } catch (CheckedFile.Damaged e) {
            LOG.error(
                    "pool '{}': the promises of this node cannot be read ({}): {}. It takes part as a new member; its"
                            + " former incarnation counts as out of reach until the token holder has replaced it",
                    pool,
                    e.getMessage(),
                    text);
            return null;
        }
    }

    // ---- promising --------------------------------------------------------------------------------------------------

    /**
     * Replaces the state; it is on disk when this returns.
     *
     * @throws UncheckedIOException if the state could not be written; then it must not be acted on
     */
    public void keep(long poolInstance, DurableState durable) {
        if (log == null) {
            keepHere(poolInstance, durable);
        } else {
            put(log, changes(poolInstance, durable));
            newTerms = null;
            written = true;
        }
    }

    /** True if {@link #keep} would wait for a disk. */
    public boolean waitsForADisk() {
        return log != null;
    }

    /**
     * Replaces the state, and says when it is on disk, on a thread that must not wait. Until then nothing else may be done
     * with this object.
     *
     * @param told is given null, or why the state could not be written: then it must not be acted on
     */
    public void keepAndTell(long poolInstance, DurableState durable, Consumer<@Nullable RuntimeException> told) {
        if (log == null) {
            keepHere(poolInstance, durable);
            told.accept(null);
            return;
        }
        log.put(changes(poolInstance, durable), failure -> {
            if (failure == null) {
                newTerms = null;
                written = true;
            }
            told.accept(failure == null ? null : failed(failure));
        });
    }

    private void keepHere(long poolInstance, DurableState durable) {
        lastKept = durable;
        lastInstance = poolInstance;
    }

    /** What {@link #keep} is to write, for somebody who writes for many pools at once. */
    private Map<String, String> changes(long poolInstance, DurableState durable) {
        Map<String, String> changes = new TreeMap<>();
        changes.put(promiseKey(pool), new PoolRecord(poolInstance, durable).text());
        if (newTerms != null) {
            byte[] frame = PoolFrames.write(new PoolFrame.Open(0, 0, newTerms));
            changes.put(settingsKey(pool), Base64.getEncoder().encodeToString(frame));
        }
        return changes;
    }

    private void put(StateLog to, Map<String, String> changes) {
        try {
            to.put(changes);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private UncheckedIOException failed(IOException why) {
        return new UncheckedIOException("cannot keep a promise in the state folder: " + why.getMessage(), why);
    }
}
