package io.meshlock.laboratory.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.meshlock.testing.ApprovedAnswers;
import io.meshlock.yaml.Mistake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every mistake gets one line: file, line, key, what is wrong, what was expected. The words are in
 * {@code src/test/resources/mistakes}.
 */
class BadScenarioTest {

    private static final Path MISTAKES = Path.of("src", "test", "resources", "mistakes");

    private static final String GOOD =
            "nodes: 10\npermits: 3\nduration: 100\nnetwork: {topology: ring}\nworkload: {hold: 1}\n";

    @Test
    void wrongValues() throws IOException {
        ApprovedAnswers.check(MISTAKES.resolve("scenarios.txt"), lines -> answer(with(lines)));
    }

    @Test
    void wrongDocuments() throws IOException {
        ApprovedAnswers.check(MISTAKES.resolve("documents.txt"), BadScenarioTest::answer);
    }

    @Test
    void wrongSettings() throws IOException {
        Scenario scenario = ScenarioFixtures.scenario(ScenarioFixtures.SMALL);
        ApprovedAnswers.check(
                MISTAKES.resolve("settings.txt"),
                assignment -> refusal(() -> scenario.with(List.of(Setting.parse("--set", assignment))))
                        .getMessage());
    }

    @Test
    void wrongListsOfLinks(@TempDir Path folder) throws IOException {
        ApprovedAnswers.check(MISTAKES.resolve("links.txt"), list -> {
            Files.writeString(folder.resolve("links.txt"), list);
            return answer(folder, "nodes: 4\npermits: 1\nduration: 10\nnetwork: {topology: file, file: links.txt}\n");
        });
    }

    @Test
    void wrongTraces(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("walk.txt"), "north, then east\n");
        Files.writeString(folder.resolve("walk.csv"), "0,a,1,2\n9,b,1,2\n");
        Files.writeString(folder.resolve("meet.one"), "0 CONN 4 7 up\n5 CONN 4 7 down\n");
        Files.writeString(
                folder.resolve("mesh.json"), "{\"nodes\": [1, 2], \"links\": [{\"source\": 1, \"target\": 2}]}");
        ApprovedAnswers.check(MISTAKES.resolve("traces-in-scenarios.txt"), yaml -> answer(folder, yaml));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nodes: thirty                              | 1 | nodes",
                "warmup: 100                                | 6 | warmup",
                "policy: deadline                           | 5 | workload.deadline",
                "network: {topology: line, churn: {}}       | 4 | network.churn.mean",
                "workload: {only: [1, 1]}                   | 5 | workload.only",
                "faults: {partition: {mean: 100}}           | 6 | faults.partition.length",
                "options: {registred: 3}                    | 6 | options.registred",
            })
    void theMistakeIsBlamedOnItsLineAndKey(String line, int number, String key) {
        Mistake mistake = mistake(refusal(() -> ScenarioFixtures.scenario(with(line))));
        assertThat(mistake.place()).hasToString("mesh.yaml:" + number);
        assertThat(mistake.key()).isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nodes", "permits", "duration"})
    void missingKeysBlameTheSection(String key) {
        String yaml = GOOD.replaceAll("(?m)^" + key + ":.*\n", "");
        Mistake mistake = mistake(refusal(() -> ScenarioFixtures.scenario(yaml)));
        assertThat(mistake.place()).hasToString("mesh.yaml:1");
        assertThat(mistake.key()).isEqualTo(key);
        assertThat(mistake.wrong()).isEqualTo("missing");
    }

    @Test
    void brokenYaml() {
        assertThatThrownBy(() -> ScenarioFixtures.scenario("nodes: 3\nnetwork: {topology: line\npermits: 2\n"))
                .isInstanceOf(ScenarioException.class)
                .hasMessageMatching("mesh\\.yaml:\\d+: yaml: .+; expected valid YAML");
    }

    @Test
    void filesThatAreNone(@TempDir Path folder) {
        for (Path file : List.of(folder.resolve("missing.yaml"), folder)) {
            Mistake mistake = mistake(refusal(() -> ScenarioReader.read(file)));
            assertThat(mistake.place()).hasToString(file.toString());
            assertThat(mistake.key()).isEqualTo("file");
        }
    }

    private static String answer(String yaml) {
        ScenarioException refusal = refusal(() -> ScenarioFixtures.scenario(yaml));
        checkBlame(yaml, mistake(refusal));
        assertThat(refusal).hasMessageStartingWith("mesh.yaml:");
        return refusal.getMessage();
    }

    private static String answer(Path folder, String yaml) throws IOException {
        Path file = Files.writeString(folder.resolve("mesh.yaml"), yaml);
        ScenarioException refusal = refusal(() -> ScenarioReader.read(file));
        Mistake mistake = mistake(refusal);
        if (mistake.place().source().equals(file.toString())) {
            checkBlame(yaml, mistake);
        }
        assertThat(refusal).hasMessageStartingWith(folder.toString());
        return refusal.getMessage().substring(folder.toString().length() + 1);
    }

    /** The blamed line has the key, or the innermost section that lacks it; the whole file lacks keys in line 1. */
    private static void checkBlame(String yaml, Mistake mistake) {
        List<String> lines = yaml.lines().toList();
        String line = lines.isEmpty() ? "" : lines.get(mistake.place().line() - 1);
        List<String> keys = Arrays.asList(mistake.key().split("\\.", -1));
        boolean written = lines.stream().anyMatch(each -> each.startsWith(keys.get(0) + ":"));
        if (written) {
            assertThat(keys).as(mistake.toString()).anyMatch(line::contains);
        } else if (!line.startsWith(mistake.key())) {
            assertThat(mistake.place().line()).as(mistake.toString()).isEqualTo(1);
        }
    }

    private static ScenarioException refusal(Supplier<Scenario> reading) {
        return Objects.requireNonNull(catchThrowableOfType(ScenarioException.class, reading::get), "was not refused");
    }

    private static Mistake mistake(ScenarioException refusal) {
        return Objects.requireNonNull(refusal.mistake());
    }

    /** The good scenario with each line in the place of the key that it names, or at the end. */
    private static String with(String lines) {
        String yaml = GOOD;
        for (String line : lines.lines().toList()) {
            String key = line.substring(0, line.indexOf(':'));
            String without = yaml.replaceAll("(?m)^" + key + ":.*$", "=");
            yaml = without.contains("=\n") ? without.replace("=", line) : yaml + line + "\n";
        }
        return yaml;
    }
}
