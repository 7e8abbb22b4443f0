package io.meshlock.protocol.tokenring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The guide shows the source that is compiled, and its length as stated. */
class GuideTest {

    private static final Path GUIDE = Path.of("../docs/guide/new-algorithm.md");
    private static final Path SOURCES = Path.of("src/main/java/io/meshlock/protocol/tokenring");
    private static final int MOST_LINES = 60;

    @Test
    void theGuidePrintsTheClassAsItIs() throws IOException {
        String source = Files.readString(SOURCES.resolve("TokenRing.java"));
        String printed = source.substring(source.indexOf("/** Mutual exclusion"));

        assertThat(Files.readString(GUIDE)).contains("```java\n" + printed + "```");
        assertThat(printed.lines()
                        .filter(line -> !line.isBlank() && !line.strip().startsWith("/**")))
                .hasSizeLessThan(MOST_LINES);
    }

    @Test
    void theGuidePrintsTheEntryAsItIs() throws IOException {
        String source = Files.readString(SOURCES.resolve("Ring.java"));
        String entry = source.substring(source.indexOf("    /** Mutual exclusion"), source.indexOf("    private Ring"));

        assertThat(Files.readString(GUIDE))
                .contains("```java\n" + entry.stripTrailing().stripIndent() + "\n```");
    }
}
