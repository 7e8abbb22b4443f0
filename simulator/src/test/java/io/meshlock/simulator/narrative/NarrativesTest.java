package io.meshlock.simulator.narrative;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs every file of {@code src/test/resources/narratives} and compares it with what happens now. With
 * {@code -Dnarratives.rewrite=true}, or NARRATIVES_REWRITE=true in the environment, the files are written anew instead:
 * review the difference like code.
 */
class NarrativesTest {

    private static final Path FOLDER = Path.of("src", "test", "resources", "narratives");

    @TestFactory
    Stream<DynamicTest> narratives() throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.list(FOLDER)) {
            files = found.filter(file -> file.toString().endsWith(".txt"))
                    .sorted()
                    .toList();
        }
        assertThat(files).isNotEmpty();
        return files.stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> tell(file)));
    }

    private static void tell(Path file) throws IOException {
        String written = Files.readString(file);
        String now = Narrative.run(written);
        if (Boolean.getBoolean("narratives.rewrite") || "true".equals(System.getenv("NARRATIVES_REWRITE"))) {
            Files.writeString(file, now);
        } else if (!now.equals(written)) {
            fail(file.getFileName() + " tells another story now (-Dnarratives.rewrite=true accepts it)\n"
                    + difference(written.lines().toList(), now.lines().toList()));
        }
    }

    /** The lines between the common beginning and the common end, with a few lines before them. */
    static String difference(List<String> before, List<String> after) {
        int start = 0;
        int shorter = Math.min(before.size(), after.size());
        while (start < shorter && before.get(start).equals(after.get(start))) {
            start++;
        }
        int tail = 0;
        while (tail < shorter - start
                && before.get(before.size() - 1 - tail).equals(after.get(after.size() - 1 - tail))) {
            tail++;
        }
        StringBuilder lines = new StringBuilder("line " + (start + 1) + ":\n");
        before.subList(Math.max(0, start - 3), start)
                .forEach(line -> lines.append("  ").append(line).append('\n'));
        before.subList(start, before.size() - tail)
                .forEach(line -> lines.append("- ").append(line).append('\n'));
        after.subList(start, after.size() - tail)
                .forEach(line -> lines.append("+ ").append(line).append('\n'));
        return lines.toString();
    }
}
