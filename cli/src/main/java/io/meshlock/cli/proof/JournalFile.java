package io.meshlock.cli.proof;

import io.meshlock.cli.command.UsageException;
import io.meshlock.daemon.page.Recording;
import io.meshlock.demo.JournalEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;

/** A recorded run on disk, read event by event; it may be larger than memory. */
final class JournalFile {

    private final Recording recording;

    JournalFile(Recording recording) {
        this.recording = recording;
    }

    /** The journal itself, the only one in a folder of {@code sim --out}, or those of nodes in a folder, merged. */
    static JournalFile find(Path run) throws IOException {
        try {
            return new JournalFile(Recording.find(run));
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    Recording recording() {
        return recording;
    }

    /** One of its files; the others are beside it. */
    Path file() {
        return recording.parts().get(0).file();
    }

    /** The scenario that was kept beside the journal. */
    Path scenario() {
        Path scenario = file().resolveSibling("scenario.yaml");
        if (!Files.exists(scenario)) {
            throw new UsageException(
                    file() + ": no scenario.yaml beside it; expected one, as 'sim --out' keeps it, to know the rules");
        }
        return scenario;
    }

    /** Shows every event to the reader until it has seen enough and says false; returns how many it was shown. */
    long read(Predicate<JournalEvent> reader) throws IOException {
        try {
            return recording.read((part, line) -> reader.test(JournalEvent.parse(line)));
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }
}
