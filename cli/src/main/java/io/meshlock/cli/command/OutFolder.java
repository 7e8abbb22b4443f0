package io.meshlock.cli.command;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder that {@code --out} names. */
public final class OutFolder {

    private OutFolder() {}

    /** Refuses a file; a folder need not be there yet. */
    public static void check(Path folder) {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw isAFile(folder);
        }
    }

    /** Makes the folder unless it is there. */
    public static void create(Path folder) throws IOException {
        try {
            Files.createDirectories(folder);
        } catch (FileAlreadyExistsException e) {
            throw isAFile(folder);
        }
    }

    private static UsageException isAFile(Path folder) {
        return new UsageException("--out: '" + folder + "' is a file; expected a folder");
    }
}
