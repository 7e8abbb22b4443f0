package io.meshlock.cli.proof;

import io.meshlock.cli.command.UsageException;
import io.meshlock.journal.JournalEvent;
import io.meshlock.journal.JournalReader;
import io.meshlock.journal.RecordedJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;

/** A recorded run on disk, read event by event; it may be larger than memory. */
final class JournalFile {

    private final RecordedJournal recording;

    JournalFile(RecordedJournal recording) {
        this.recording = recording;
    }

    /** The journal itself, the only one in a folder of {@code sim --out}, or those of nodes in a folder, merged. */
    static JournalFile find(Path run) throws IOException {
        try {
            return new JournalFile(RecordedJournal.find(run));
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    RecordedJournal recording() {
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

    /** Passes events to the reader until it returns false; returns how many were passed. */
    long read(Predicate<JournalEvent> reader) throws IOException {
        try {
            JournalReader lines = new JournalReader();
            return recording.merged().read((part, line) -> reader.test(lines.read(line)));
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }
}
