package io.meshlock.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two paths that differ by case only are one file on macOS and Windows: one of them is lost there. */
@DisplayName("Paths")
class PathsTest {
    private static final Set<String> NOT_OURS = Set.of(".git", "target", "node_modules");

    @Test
    void noTwoPathsDifferByCaseOnly() throws IOException {
        assertThat(clashes(Modules.ROOT)).isEmpty();
    }

    /** Generated classes and nested ones have no source of that name. */
    @Test
    void noTwoClassFilesDifferByCaseOnly() throws IOException {
        for (Modules.Module module : Modules.all()) {
            for (Path folder : Stream.of(module.mainFolder(), module.testFolder())
                    .filter(Files::isDirectory)
                    .toList()) {
                assertThat(clashes(folder)).as(folder.toString()).isEmpty();
            }
        }
    }

    @Test
    void foldersAreComparedToo(@TempDir Path folder) throws IOException {
        Files.createDirectories(folder.resolve("link/tcp"));
        Files.createFile(folder.resolve("Link"));
        assertThat(clashes(folder)).hasSize(1);
    }

    private static List<String> clashes(Path root) throws IOException {
        List<Path> paths = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                if (NOT_OURS.contains(folder.getFileName().toString()) && !folder.equals(root)) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                paths.add(root.relativize(folder));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                paths.add(root.relativize(file));
                return FileVisitResult.CONTINUE;
            }
        });
        Map<String, Path> seen = new HashMap<>();
        List<String> clashes = new ArrayList<>();
        for (Path path : paths) {
            Path other = seen.putIfAbsent(path.toString().toLowerCase(Locale.ROOT), path);
            if (other != null) {
                clashes.add(other + " and " + path);
            }
        }
        return clashes;
    }
}
