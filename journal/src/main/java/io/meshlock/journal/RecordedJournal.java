package io.meshlock.journal;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A recorded run on disk: one journal of the simulator, or those of several nodes, {@code POOL.NODE.jsonl}, to be read
 * {@linkplain #merged() merged}.
 */
public final class RecordedJournal {

    private static final Pattern NODES_JOURNAL = Pattern.compile("([^.]+)\\.([^.]+)\\.jsonl(\\.gz)?");
    private static final Pattern JOURNAL = Pattern.compile(".*\\.jsonl(\\.gz)?");

    /**
     * One journal.
     *
     * @param pool the pool's name
     * @param node the node's name; null if the journal is that of a whole mesh
     */
    public record Part(Path file, String pool, @Nullable String node) implements MergedJournal.Source {

        @Override
        public InputStream open() throws IOException {
            InputStream bytes = Files.newInputStream(file);
            if (!fileName(file).endsWith(".gz")) {
                return bytes;
            }
            try {
                return new GZIPInputStream(bytes);
            } catch (IOException e) {
                bytes.close();
                throw e;
            }
        }

        /** The file, for error messages. */
        @Override
        public String toString() {
            return file.toString();
        }
    }

    private final List<Part> parts;

    private RecordedJournal(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    /**
     * Finds the journals of a run: the given file, the only journal in a folder of the simulator, or all nodes'
     * journals in a folder.
     *
     * @throws IllegalArgumentException if there is none, or several of the simulator's
     */
    public static RecordedJournal find(Path run) throws IOException {
        if (!Files.exists(run)) {
            throw new IllegalArgumentException(run + ": does not exist; expected a folder of 'sim --out' or a journal");
        }
        if (!Files.isDirectory(run)) {
            return new RecordedJournal(List.of(part(run)));
        }
        List<Part> parts;
        try (Stream<Path> files = Files.list(run)) {
            parts = files.filter(file -> JOURNAL.matcher(fileName(file)).matches())
                    .sorted()
                    .map(RecordedJournal::part)
                    .toList();
        }
        if (!parts.isEmpty() && parts.stream().allMatch(part -> part.node != null)) {
            return new RecordedJournal(parts);
        }
        if (parts.size() != 1) {
            throw new IllegalArgumentException(run + ": holds " + parts.size() + " journals; expected one"
                    + (parts.isEmpty() ? "" : ", or the name of one of them, as " + parts.get(0).file));
        }
        return new RecordedJournal(parts);
    }

    private static String fileName(Path file) {
        Path name = file.getFileName();
        return name == null ? "" : name.toString();
    }

    private static Part part(Path file) {
        Matcher name = NODES_JOURNAL.matcher(fileName(file));
        return name.matches() ? new Part(file, decode(name.group(1)), decode(name.group(2))) : new Part(file, "", null);
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /** The journals of this run. */
    public List<Part> parts() {
        return parts;
    }

    /** How many nodes have journals of their own. */
    public int nodes() {
        return (int) parts.stream().map(Part::node).distinct().count();
    }

    /** The journals of one pool only. */
    public RecordedJournal of(String pool) {
        return new RecordedJournal(
                parts.stream().filter(part -> part.pool.equals(pool)).toList());
    }

    /** All journals merged in order of time. */
    public MergedJournal<Part> merged() {
        return new MergedJournal<>(parts);
    }
}
