package io.meshlock.testbed.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.testbed.Timeouts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** The Python package's own tests, which start real nodes of this build, stop them and kill them. */
@DisplayName("The Python package")
class PythonPackageTest {

    private static final int MOST_SECONDS = 600;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"test_lease", "test_client", "test_aio", "test_robots"})
    void passesItsTests(String module) throws Exception {
        Path log = folder.resolve("log");
        ProcessBuilder python = new ProcessBuilder("python3", "-B", "-m", "unittest", "-v", "tests." + module)
                .directory(PythonDriver.PACKAGE.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        python.environment().put("MESHLOCK_TEST_COMMAND", JsonMapper.shared().writeValueAsString(Program.meshlock()));
        Process process = python.start();
        boolean ended = process.waitFor(MOST_SECONDS + Timeouts.LONG.toSeconds(), TimeUnit.SECONDS);
        String said = Files.readString(log, StandardCharsets.UTF_8);
        assertThat(ended).as(said).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        assertThat(said).containsPattern("Ran [1-9][0-9]* tests").endsWith("OK\n");
    }
}
