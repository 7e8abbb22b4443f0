package io.meshlock.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.testing.Approved;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The libraries of a node that runs as a service, and of its tests, with their versions. A library that
 * appears, goes or changes its version does so in a diff that somebody reads, and looks up in the advisories; nothing is
 * downloaded for that.
 */
@DisplayName("Libraries")
class LibrariesTest {

    private static final Path LIST = Path.of("src/test/resources/libraries.txt");
    private static final Pattern OURS = Pattern.compile("meshlock-.*");

    @Test
    void areThoseThatSomebodyHasLookedAt() throws IOException {
        List<String> jars = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).getFileName().toString())
                .filter(name -> name.endsWith(".jar"))
                .map(name -> name.substring(0, name.length() - ".jar".length()))
                .filter(name -> !OURS.matcher(name).matches() && !name.startsWith("surefire"))
                .sorted()
                .distinct()
                .toList();
        assertThat(jars).as("the class path was understood").hasSizeGreaterThan(20);
        Approved.check(LIST, String.join("\n", jars) + "\n");
    }
}
