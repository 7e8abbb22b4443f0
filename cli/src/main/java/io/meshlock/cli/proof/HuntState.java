package io.meshlock.cli.proof;

import io.meshlock.cli.command.UsageException;
import io.meshlock.cli.command.Version;
import io.meshlock.simulator.hunt.Hunt;
import io.meshlock.simulator.hunt.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** The file of {@code --state}: the counts of a hunt so far. It is replaced atomically. */
final class HuntState {

    private static final String TITLE = "meshlock hunt";

    private final Path file;
    private final List<String> heading;

    /**
     * @param file where it is kept
     * @param hunt what is hunted: a file of another hunt, seed or version is refused
     */
    HuntState(Path file, String hunt, long seed) {
        this.file = file;
        this.heading = List.of(TITLE, "version " + Version.current(), "seed " + seed, "hunt " + hunt);
    }

    /** What was counted before; nothing if there is no file yet. */
    Hunt.Progress read() throws IOException {
        if (!Files.exists(file)) {
            return new Hunt.Progress(0, new Tally());
        }
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < heading.size(); i++) {
            String found = i < lines.size() ? lines.get(i) : "nothing";
            if (!found.equals(heading.get(i))) {
                throw wrong(i, "'" + found + "' is not this hunt", "'" + heading.get(i) + "', or another file");
            }
        }
        Tally tally = new Tally();
        for (int i = heading.size(); i < lines.size(); i++) {
            try {
                tally.read(lines.get(i));
            } catch (IllegalArgumentException e) {
                throw wrong(i, "'" + lines.get(i) + "' is no count", "a file written by a hunt");
            }
        }
        return new Hunt.Progress(tally.of(Tally.Event.SCHEDULES), tally);
    }

    void write(Hunt.Progress progress) throws IOException {
        List<String> lines = new ArrayList<>(heading);
        lines.addAll(progress.tally().lines());
        Path beside = file.resolveSibling(file.getFileName() + ".new");
        Files.write(beside, lines);
        Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private UsageException wrong(int line, String what, String expected) {
        return new UsageException(file + ":" + (line + 1) + ": " + what + "; expected " + expected);
    }
}
