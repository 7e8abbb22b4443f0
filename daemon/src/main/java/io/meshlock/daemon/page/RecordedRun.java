package io.meshlock.daemon.page;

import io.meshlock.daemon.time.TimeSource;
import io.meshlock.journal.JournalEvent;
import io.meshlock.journal.JournalReader;
import io.meshlock.journal.RecordedJournal;
import io.meshlock.journal.Ticks;
import java.io.IOException;
import java.time.Duration;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * A recorded run, for pages that replay it. A thread reads the journal once, from beginning to end, and cuts it into
 * {@linkplain ChunkFile chunks} of time, each with the picture that it begins with; a page asks for those that it
 * needs, while later ones are still being cut. Memory does not grow with the run, except by a few bytes per chunk.
 */
public final class RecordedRun implements AutoCloseable {

    /** Spans of the overview of the whole run. */
    private static final int SPANS = 600;

    private static final double FINEST_SPAN = 0.05;

    /** Chunks are at least so long, and several times as long as the picture that they begin with. */
    private static final int LEAST_EVENTS = 500;

    private static final int LEAST_BYTES = 1 << 16;
    private static final int TIMES_PICTURE = 4;

    /**
     * What is known of a run beside its journal.
     *
     * @param title for people
     * @param unit of time: {@code s}, or nothing for a simulation's own
     * @param permits how many permits a pool has, by its name; 0 if that is not known
     * @param movement where nodes were; null if they have no places
     */
    public record Facts(
            String title,
            String unit,
            ToIntFunction<String> permits,
            @Nullable Movement movement) {}

    private final RecordedJournal recording;
    private final Facts facts;
    private final ChunkFile chunks;
    private final Thread reader = new Thread(this::read, "meshlock-replay");
    private final TimeSource time = TimeSource.system();

    // Of the reader alone:
    private final JournalReader firstLines = new JournalReader();
    private final EventParser parser = new EventParser();
    private final Picture picture;
    private @Nullable ChunkWriter writer;
    private double origin = Double.NaN;

    // Guarded by this:
    private final Timeline timeline = Timeline.whole(FINEST_SPAN, SPANS);
    private double end;
    private long events;
    private boolean complete;
    private @Nullable String problem;

    private RecordedRun(RecordedJournal recording, Facts facts, ChunkFile chunks) {
        this.recording = recording;
        this.facts = facts;
        this.chunks = chunks;
        this.picture = new Picture(facts.permits());
        reader.setDaemon(true);
    }

    /** Begins to read; what has been read can be asked for at once. */
    public static RecordedRun open(RecordedJournal recording, Facts facts) throws IOException {
        RecordedRun run = new RecordedRun(recording, facts, ChunkFile.create());
        run.reader.start();
        return run;
    }

    // ---- on its own thread ------------------------------------------------------------------------------------------

    private void read() {
        String broken = null;
        try {
            recording.parts().forEach(part -> picture.pool(name(part)));
            recording.merged().read(this::introduce);
            recording.merged().read(this::take);
        } catch (IllegalArgumentException e) {
            broken = e.getMessage();
        } catch (IOException e) {
            broken = "reading failed: " + e.getMessage();
        }
        finishChunk(); // what could be read is shown in any case
        synchronized (this) {
            complete = true;
            problem = broken;
            notifyAll();
        }
    }

    /**
     * Learns the first moment, and the names of nodes that have journals of their own, from the journals' first lines.
     */
    private boolean introduce(RecordedJournal.Part part, String line) {
        String node = part.node();
        if (node == null) {
            origin = 0;
            return false;
        }
        JournalEvent event = firstLines.read(line);
        if (Double.isNaN(origin)) {
            origin = Ticks.toUnits(event.time());
        }
        if (event.witness() != JournalEvent.NOBODY) {
            picture.name(event.witness(), node);
        }
        return picture.nodes() < recording.nodes();
    }

    private boolean take(RecordedJournal.Part part, String line) {
        int pool = picture.pool(name(part));
        Event event = parser.parse(line, pool, origin);
        if (event != null) {
            add(event);
        }
        return !reader.isInterrupted();
    }

    /** A simulation has one pool, and no name for it. */
    private static String name(RecordedJournal.Part part) {
        return part.pool().isEmpty() ? "permits" : part.pool();
    }

    private void add(Event event) {
        ChunkWriter open = writer;
        if (open != null && open.isLongEnough(LEAST_EVENTS, LEAST_BYTES, TIMES_PICTURE)) {
            finishChunk();
            open = null;
        }
        if (open == null) {
            open = new ChunkWriter(event.time(), picture);
            writer = open;
        }
        open.add(event);
        double wait = picture.apply(event);
        synchronized (this) {
            timeline.add(event, wait, Double.isNaN(wait) ? 0 : picture.priority(event));
            end = Math.max(end, event.time());
            events++;
        }
    }

    private void finishChunk() {
        ChunkWriter open = writer;
        if (open != null) {
            chunks.add(open.from(), open.finish(facts.movement()));
            writer = null;
        }
    }

    // ---- for pages --------------------------------------------------------------------------------------------------

    /** What there is: title, length, where chunks begin, and an overview. Grows until it is complete. */
    synchronized void writeAbout(JsonGenerator out) {
        out.writeStartObject();
        out.writeStringProperty("mode", "replay");
        out.writeStringProperty("title", facts.title());
        out.writeStringProperty("unit", facts.unit());
        out.writeBooleanProperty("complete", complete);
        String broken = problem;
        if (broken != null) {
            out.writeStringProperty("problem", broken);
        }
        out.writeNumberProperty("events", events);
        out.writeNumberProperty("end", Numerals.micros(end));
        out.writeArrayPropertyStart("chunks");
        for (int i = 0; i < chunks.count(); i++) {
            out.writeNumber(Numerals.micros(chunks.from(i)));
        }
        out.writeEndArray();
        out.writeName("timeline");
        timeline.write(out, 0);
        out.writeEndObject();
    }

    /** A chunk, compressed with gzip; null if there is none of this number. */
    byte @Nullable [] chunk(int number) throws IOException {
        return number >= 0 && number < chunks.count() ? chunks.read(number) : null;
    }

    /**
     * Waits until everything has been read, but not for longer than this; returns what is wrong with the journal, or
     * null.
     */
    public synchronized @Nullable String awaitEnd(Duration timeout) throws InterruptedException {
        time.await(this, timeout.toNanos(), () -> complete);
        return problem;
    }

    @Override
    public void close() {
        reader.interrupt();
        chunks.close();
    }
}
