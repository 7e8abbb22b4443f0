package io.meshlock.cli.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A temporary folder that is deleted when the command ends or is interrupted. */
public final class ScratchFolder implements AutoCloseable {

    private final Path folder;
    private final Thread hook = new Thread(this::delete, "scratch");

    public ScratchFolder(String name) throws IOException {
        folder = Files.createTempDirectory(name);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    public Path path() {
        return folder;
    }

    private void delete() {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(ScratchFolder::deleteOne);
        } catch (IOException | UncheckedIOException e) {
            // It is still being written to, or gone already. It is in the system's temporary folder.
        }
    }

    private static void deleteOne(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        delete();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is stopping.
        }
    }
}
