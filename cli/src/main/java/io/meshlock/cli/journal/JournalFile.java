package io.meshlock.cli.journal;

import io.meshlock.cli.command.UsageException;
import io.meshlock.daemon.page.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A recorded run on disk, read event by event; it may be larger than memory. */
public final class JournalFile {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private final Recording recording;

    public JournalFile(Recording recording) {
        this.recording = recording;
    }

    /** The journal itself, the only one in a folder of {@code sim --out}, or those of nodes in a folder, merged. */
    public static JournalFile find(Path run) throws IOException {
        try {
            return new JournalFile(Recording.find(run));
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    public Recording recording() {
        return recording;
    }

    /** One of its files; the others are beside it. */
    public Path file() {
        return recording.parts().get(0).file();
    }

    /** The scenario that was kept beside the journal. */
    public Path scenario() {
        Path scenario = file().resolveSibling("scenario.yaml");
        if (!Files.exists(scenario)) {
            throw new UsageException(
                    file() + ": no scenario.yaml beside it; expected one, as 'sim --out' keeps it, to know the rules");
        }
        return scenario;
    }

    /** Shows every event to the reader until it has seen enough and says false; returns how many it was shown. */
    public long read(Predicate<JournalEvent> reader) throws IOException {
        try {
            return recording.read((part, line) -> reader.test(parse(line)));
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    /** @throws IllegalArgumentException if it is not a line of a journal */
    static JournalEvent parse(String line) {
        JsonNode node;
        try {
            node = MAPPER.readTree(line);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("is not JSON", e);
        }
        if (!node.isObject()) {
            throw new IllegalArgumentException("not an object");
        }
        return new JournalEvent(node);
    }
}
