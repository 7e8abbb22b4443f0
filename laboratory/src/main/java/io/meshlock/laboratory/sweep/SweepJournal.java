package io.meshlock.laboratory.sweep;

import io.meshlock.laboratory.result.Json;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * The finished runs of a sweep, on disk: its plan in the first line, then one line per finished run. A line is written
 * at once, so a process that is killed leaves whole lines and at most one torn one at the end, which is dropped.
 */
final class SweepJournal implements AutoCloseable {

    static final String NAME = "sweep.jsonl";

    private final FileChannel channel;

    private SweepJournal(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Opens the journal of a folder, or begins one; tells what is in it.
     *
     * @throws SweepException if it belongs to another sweep, is damaged, or is in use
     */
    static SweepJournal open(Path folder, Plan plan, Consumer<Outcome> earlier) throws IOException {
        Path file = folder.resolve(NAME);
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            lock(channel, file);
            long length = scan(file, found -> checkSame(folder, plan, found), earlier);
            channel.truncate(length);
            channel.position(length);
            SweepJournal journal = new SweepJournal(channel);
            if (length == 0) {
                journal.write(plan);
            }
            return journal;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Reads a journal without changing it: first the plan, then what was done. */
    static void read(Path folder, Consumer<Plan> plan, Consumer<Outcome> outcomes) throws IOException {
        Path file = folder.resolve(NAME);
        if (!Files.isRegularFile(file)) {
            throw new SweepException(folder.toString(), "there is no " + NAME + " in it", "the folder of a sweep");
        }
        if (scan(file, plan, outcomes) == 0) {
            throw new SweepException(file.toString(), "is empty", "the journal of a sweep");
        }
    }

    private static void lock(FileChannel channel, Path file) throws IOException {
        boolean locked;
        try {
            locked = channel.tryLock() != null; // until the channel is closed
        } catch (OverlappingFileLockException e) {
            locked = false;
        }
        if (!locked) {
            throw new SweepException(file.toString(), "another sweep is writing to it", "a folder of its own");
        }
    }

    private static void checkSame(Path folder, Plan plan, Plan found) {
        String part = plan.difference(found);
        if (part != null) {
            throw new SweepException(
                    "--out " + folder, "holds a sweep with another " + part, "the same sweep, or another folder");
        }
    }

    /** Adds a line, which is in the file when this returns. */
    void write(Object line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((Json.line(line) + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** Reads all whole lines and returns their total length. */
    private static long scan(Path file, Consumer<Plan> head, Consumer<Outcome> outcomes) throws IOException {
        Plan plan = null;
        long length = 0;
        long number = 0;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            for (byte[] line = line(in); line != null; line = line(in)) {
                String text = new String(line, StandardCharsets.UTF_8);
                String where = file + ":" + ++number;
                if (plan == null) {
                    plan = parse(text, Plan.class, where);
                    head.accept(plan);
                } else {
                    outcomes.accept(checked(parse(text, Outcome.class, where), plan, where));
                }
                length += line.length + 1;
            }
        }
        return length;
    }

    private static <T> T parse(String text, Class<T> type, String where) {
        try {
            return Json.read(text, type);
        } catch (JacksonException e) {
            throw damaged(where);
        }
    }

    private static SweepException damaged(String where) {
        return new SweepException(where, "is no line of a sweep's journal", "an undamaged journal");
    }

    private static Outcome checked(Outcome outcome, Plan plan, String where) {
        if (outcome.cell() < 0
                || outcome.cell() >= plan.cells().size()
                || outcome.number() < 0
                || outcome.number() >= plan.replications().most()) {
            throw damaged(where);
        }
        return outcome;
    }

    /** The next line that has its end, without it; null if there is none. */
    private static byte @Nullable [] line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next == '\n') {
                return line.toByteArray();
            }
            line.write(next);
        }
        return null;
    }
}
