package io.meshlock.playground;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The page's own files, which are part of the program. */
public final class PlaygroundFiles {

    /** Everything that the page needs. */
    public static final List<String> NAMES = List.of("index.html", "page.js", "page.css", "icon.svg");

    private PlaygroundFiles() {}

    /** Whether this program was built with the page. */
    public static boolean areThere() {
        return PlaygroundFiles.class.getResource("web/index.html") != null;
    }

    /** A file's contents, or null if there is none of that name. */
    static byte @Nullable [] load(String name) {
        try (InputStream in = NAMES.contains(name) ? PlaygroundFiles.class.getResourceAsStream("web/" + name) : null) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes the page to a folder, from where any browser and any web server can show it. */
    public static void writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (String name : NAMES) {
            Files.write(folder.resolve(name), Objects.requireNonNull(load(name), name));
        }
    }
}
