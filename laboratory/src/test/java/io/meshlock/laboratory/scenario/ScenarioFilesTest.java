package io.meshlock.laboratory.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.laboratory.result.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every scenario of the repository can be run and explains itself. */
class ScenarioFilesTest {

    static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("..", "scenarios"))) {
            return all.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void thereAreMoreThanTen() throws IOException {
        assertThat(files()).hasSizeGreaterThan(10);
    }

    @ParameterizedTest
    @MethodSource("files")
    void resolves(Path file) throws IOException {
        Scenario scenario = ScenarioReader.read(file);
        assertThat(file.getFileName()).hasToString(scenario.name() + ".yaml");
        assertThat(scenario.description()).isNotEmpty();
        assertThat(Files.readAllLines(file).get(0)).startsWith("# ");
        Scenario again = Scenario.resolve(ScenarioReader.tree(file.toString(), Json.write(scenario.resolved())));
        assertThat(again.resolved()).isEqualTo(scenario.resolved());
    }
}
