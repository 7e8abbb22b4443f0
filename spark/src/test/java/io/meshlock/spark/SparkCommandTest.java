package io.meshlock.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** {@code sweep --engine spark} from outside, with the JVM's options of the launcher. */
class SparkCommandTest {

    private static final Path OPTIONS = Path.of("src/main/launcher/jvm.options").toAbsolutePath();

    @TempDir
    private Path folder;

    @Test
    void sparkIsSilentAndItsResultTheSame() throws Exception {
        List<String> sweep = List.of("--vary", "nodes=4,8", "--until", "20%", "--max-runs", "9", "--json");
        String local = finish(start(sweep));
        assertThat(finish(start(with(sweep, "--engine", "spark", "--master", "local[2]"))))
                .isEqualTo(local);
    }

    /** A real process, a real kill. */
    @Test
    @EnabledIfSystemProperty(named = "spark.long", matches = "true") // starts Spark three times
    void aKilledSweepGoesOn() throws Exception {
        List<String> sweep =
                List.of("--set", "duration=4000", "--vary", "nodes=8,20", "--runs", "16", "--engine", "spark");
        Path killed = folder.resolve("killed");
        Process process = start(with(sweep, "--out", killed.toString()));
        try {
            Path journal = killed.resolve("sweep.jsonl");
            while (!Files.exists(journal) || countLines(journal) < 4) {
                // Not a sleep: returns at once if the process ends, which it must not yet.
                assertThat(process.waitFor(5, TimeUnit.MILLISECONDS)).isFalse();
            }
        } finally {
            process.destroyForcibly();
        }
        process.waitFor();
        assertThat(killed.resolve("result.json")).doesNotExist();
        finish(start(with(sweep, "--out", killed.toString())));
        Path plain = folder.resolve("plain");
        finish(start(with(sweep.subList(0, sweep.size() - 2), "--out", plain.toString())));
        for (String name : List.of("result.json", "result.csv")) {
            assertThat(killed.resolve(name)).hasSameBinaryContentAs(plain.resolve(name));
        }
    }

    private Process start(List<String> arguments) throws IOException {
        Path scenario = folder.resolve("mesh.yaml");
        Files.writeString(scenario, "nodes: 8\npermits: 2\nduration: 200\nnetwork: {topology: ring}\n");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + OPTIONS,
                "-cp",
                SparkEngineTest.classPath(),
                "io.meshlock.cli.Main",
                "sweep",
                scenario.toString()));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectError(errors().toFile())
                .redirectOutput(folder.resolve("out.txt").toFile())
                .start();
    }

    /** What it printed; nothing on standard error. */
    private String finish(Process process) throws IOException, InterruptedException {
        assertThat(process.waitFor()).as(Files.readString(errors())).isZero();
        assertThat(errors()).content().isEmpty();
        return Files.readString(folder.resolve("out.txt"));
    }

    private Path errors() {
        return folder.resolve("err.txt");
    }

    private static List<String> with(List<String> arguments, String... more) {
        return Stream.concat(arguments.stream(), Stream.of(more)).toList();
    }

    private static long countLines(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        }
    }
}
