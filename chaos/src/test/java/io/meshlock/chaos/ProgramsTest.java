package io.meshlock.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The testbed's programs")
class ProgramsTest {

    private static final Path SOURCES = Path.of("src/main/resources/io/meshlock/chaos/programs");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"test_witness", "test_air", "test_faults", "test_load"})
    void passTheirTests(String module) throws Exception {
        Path log = folder.resolve("log");
        Process python = new ProcessBuilder("python3", "-B", "-m", "unittest", "-v", module)
                .directory(Path.of("src/test/python").toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean ended = python.waitFor(2, TimeUnit.MINUTES);
        String said = Files.readString(log);
        assertThat(ended).as(said).isTrue();
        assertThat(python.exitValue()).as(said).isZero();
        assertThat(said).containsPattern("Ran [1-9][0-9]* tests").endsWith("OK\n");
    }

    /** Sources change, and {@code docs/measure-broken} replaces texts in them. */
    @Test
    void breakWhatIsStillThere() throws Exception {
        Path log = folder.resolve("log");
        Process python = new ProcessBuilder("python3", "-B", "../docs/measure-broken", "--check")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(python.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(Files.readString(log)).isEqualTo("6 builds can be made\n");
    }

    @Test
    void areAllCopiedIntoTheFolderOfARun() throws IOException {
        TestbedFolder.copyPrograms(folder);
        try (Stream<Path> written = Files.list(SOURCES)) {
            List<String> names = written.map(Path::getFileName)
                    .map(Path::toString)
                    .filter(name -> name.endsWith(".py") || name.endsWith(".c"))
                    .toList();
            assertThat(names).containsExactlyInAnyOrderElementsOf(TestbedFolder.FILES);
        }
        for (String name : TestbedFolder.FILES) {
            assertThat(folder.resolve("programs").resolve(name)).hasSameTextualContentAs(SOURCES.resolve(name));
        }
    }

    @Test
    void knowTheKindsOfFaultsThatTheCommandTakes() throws IOException {
        String faults = Files.readString(SOURCES.resolve("faults.py"));
        String weights = faults.substring(faults.indexOf("WEIGHTS = {"), faults.indexOf("}\n"));
        List<String> kinds = Pattern.compile("\"([a-z-]+)\": \\d+")
                .matcher(weights)
                .results()
                .map(match -> match.group(1))
                .toList();
        assertThat(kinds).containsExactlyElementsOf(Testbed.KINDS);
        assertThat(kinds)
                .allSatisfy(kind -> assertThat(faults).contains("    def " + kind.replace('-', '_') + "(self, kind"));
    }

    /** The witness is only worth something if it cannot make Meshlock's mistakes. */
    @Test
    void keepTheWitnessApart() throws IOException {
        for (String name : List.of("witness.py", "judgement.py")) {
            List<String> imports = Pattern.compile("(?m)^(?:from|import) +(\\w+)")
                    .matcher(Files.readString(SOURCES.resolve(name)))
                    .results()
                    .map(match -> match.group(1))
                    .toList();
            assertThat(imports).as(name).isSubsetOf("json", "os", "selectors", "socket", "sys", "time", "judgement");
        }
    }
}
