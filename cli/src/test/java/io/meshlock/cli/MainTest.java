package io.meshlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command line from outside: what goes where, and the exit code. */
class MainTest {

    @TempDir
    private Path folder;

    private Path scenario;

    @BeforeEach
    void writeScenario() throws IOException {
        scenario = folder.resolve("mesh.yaml");
        Files.writeString(scenario, """
                nodes: 8
                permits: 2
                duration: 200
                network: {topology: ring}
                workload: {permits: uniform 1 2, priority: uniform 0 2}
                """);
    }

    @Test
    void jsonIsOneDocumentAndNothingElse() {
        Outcome outcome = meshlock("sim", scenario.toString(), "--json");
        assertThat(outcome.code).isZero();
        assertThat(outcome.err).isEmpty();
        JsonNode document = parse(outcome.out);
        assertThat(document.get("seed").asInt()).isEqualTo(1);
        assertThat(document.get("scenario").get("nodes").asInt()).isEqualTo(8);
        assertThat(document.get("entries").get("mean").asDouble()).isPositive();
        assertThat(document.get("entries").get("ci95").isNull()).isTrue();
        assertThat(document.has("eventsPerSecond")).isFalse();
    }

    @Test
    void theSameSeedGivesTheSameBytesAndAnotherDoesNot() {
        String first = meshlock("sim", scenario.toString(), "--json", "--seed", "7").out;
        assertThat(meshlock("sim", scenario.toString(), "--json", "--seed", "7").out)
                .isEqualTo(first);
        assertThat(meshlock("sim", scenario.toString(), "--json", "--seed", "8").out)
                .isNotEqualTo(first);
    }

    @Test
    void threadsDoNotShow() {
        String one = meshlock("sim", scenario.toString(), "--json", "--runs", "5", "--threads", "1").out;
        assertThat(meshlock("sim", scenario.toString(), "--json", "--runs", "5", "--threads", "3").out)
                .isEqualTo(one);
        assertThat(parse(one).get("seeds")).hasSize(5);
        assertThat(parse(one).get("waitMean").get("n").asInt()).isEqualTo(5);
    }

    @Test
    void timingIsThereWhenAskedFor() {
        JsonNode document = parse(meshlock("sim", scenario.toString(), "--json", "--timing").out);
        assertThat(document.get("eventsPerSecond").asDouble()).isPositive();
        assertThat(document.get("elapsedSeconds").asDouble()).isPositive();
    }

    @Test
    void theTableIsForPeople() {
        Outcome outcome = meshlock("sim", scenario.toString(), "--runs", "3");
        assertThat(outcome.code).isZero();
        assertThat(outcome.err).isEmpty();
        assertThat(outcome.out.lines().findFirst())
                .hasValue("mesh: prioritized, policy priority, 8 nodes, k = 2, seeds 1..3");
        assertThat(outcome.out)
                .contains("metric ")
                .contains("± ci95")
                .contains("messagesPerEntry ")
                .contains("  REQUEST ")
                .contains("wait of priority");
    }

    @Test
    void windowsShowWhetherWaitingSettles() {
        Outcome table = meshlock("sim", scenario.toString(), "--runs", "3", "--windows", "4");
        assertThat(table.out).contains("\nwindow    entries  waitMean  ± ci95\n0..50 ", "\n150..200 ");
        JsonNode windows = parse(meshlock("sim", scenario.toString(), "--windows", "4", "--json").out)
                .get("windows");
        assertThat(windows).hasSize(4);
        assertThat(windows.get(3).get("from").asInt()).isEqualTo(150);
        assertThat(windows.get(3).get("waitMean").get("mean").asDouble()).isPositive();
    }

    @Test
    void outKeepsEverything() throws IOException {
        Path out = folder.resolve("kept/run");
        Outcome outcome =
                meshlock("sim", scenario.toString(), "--json", "--seed", "3", "--runs", "2", "--out", out.toString());
        assertThat(outcome.code).isZero();
        assertThat(Files.readString(out.resolve("result.json"))).isEqualTo(outcome.out);
        assertThat(out.resolve("scenario.yaml")).hasSameBinaryContentAs(scenario);
        assertThat(out.resolve("journal-3.jsonl.gz")).isNotEmptyFile();
        assertThat(out.resolve("journal-4.jsonl.gz")).isNotEmptyFile();
    }

    @Test
    void theKeptScenarioRunsAgain() throws IOException {
        Files.writeString(folder.resolve("yard.txt"), "0 1\n1 2\n");
        Files.writeString(
                scenario,
                "name: yard\nnodes: 3\npermits: 1\nduration: 50\nnetwork: {topology: file, file: yard.txt}\n");
        Path out = folder.resolve("kept");
        String first = meshlock("sim", scenario.toString(), "--json", "--out", out.toString(), "--no-journals").out;
        String again = meshlock("sim", out.resolve("scenario.yaml").toString(), "--json").out;
        assertThat(again).isEqualTo(first);
        assertThat(out.resolve("journal-1.jsonl.gz")).doesNotExist();
    }

    @Test
    void starvationIsSaidAndStrictMakesItAnError() throws IOException {
        // Nobody can be served within a drain that is shorter than a message.
        Files.writeString(
                scenario,
                "nodes: 8\npermits: 1\nduration: 50\ndrain: 0.5\nnetwork: {topology: line, delay: 9}\nworkload: {think: 1}\n");
        Outcome relaxed = meshlock("sim", scenario.toString());
        assertThat(relaxed.code).isZero();
        assertThat(relaxed.out)
                .contains(" starved requests, first with seed 1 at time ")
                .endsWith("look into it: ./meshlock sim " + scenario
                        + " --seed 1 --out run-1 keeps that run's journal\n");
        assertThat(meshlock("sim", scenario.toString(), "--strict").code).isEqualTo(1);
        Outcome strictJson = meshlock("sim", scenario.toString(), "--strict", "--json");
        assertThat(strictJson.code).isEqualTo(1);
        assertThat(parse(strictJson.out).get("starved").get("mean").asInt()).isPositive();
        assertThat(strictJson.err.lines()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sim | meshlock sim: Missing required parameter: 'SCENARIO.yaml'; see './meshlock sim --help'",
                "sim FILE --runs 0 | --runs: 0 is out of range; expected a whole number from 1 to 1000000",
                "sim FILE --runs many | meshlock sim: Invalid value for option '--runs': 'many' is not an int; see './meshlock sim --help'",
                "sim FILE --windows 0 | --windows: 0 is out of range; expected a whole number from 1 to 10000",
                "sim FILE --threads 0 | --threads: 0 is out of range; expected a whole number from 1 to 1000",
                "sim FILE --seed 9223372036854775807 --runs 2 | --seed: there are no 2 seeds from 9223372036854775807 on; expected smaller numbers",
                "sim FILE FILE | meshlock sim: 'FILE' is one argument too many; see './meshlock sim --help'",
                "sim FILE --out FILE | --out: 'FILE' is a file; expected a folder",
                "sim nowhere.yaml | nowhere.yaml: file: does not exist; expected an existing file",
                "fly | meshlock: unknown command 'fly'; see './meshlock --help'",
                "wrzlbrmft | meshlock: unknown command 'wrzlbrmft'; see './meshlock --help'",
                "stauts --json | meshlock: unknown command 'stauts' (did you mean 'status'?); see './meshlock --help'",
                "keys isue x | meshlock keys: unknown command 'isue' (did you mean 'issue'?); see './meshlock keys --help'",
                "help stauts | meshlock help: unknown command 'stauts' (did you mean 'status'?); './meshlock help' lists all",
                "algorithms --jsn | meshlock algorithms: unknown option '--jsn' (did you mean '--json'?); see './meshlock algorithms --help'",
                "run docks sh -c x | meshlock run: unknown option '-c' (if it belongs to the command that is run, put '--' before that command); see './meshlock run --help'",
            })
    void mistakesGetOneLineAndCode2(String command, String expected) {
        String file = scenario.toString();
        Outcome outcome = meshlock(command.replace("FILE", file).split(" ", -1));
        assertThat(outcome.err).isEqualTo(expected.replace("FILE", file) + "\n");
        assertThat(outcome.out).isEmpty();
        assertThat(outcome.code).isEqualTo(2);
    }

    @Test
    void helpListsAllCommandsInGroupsAndExplainsEach() {
        String all = meshlock("help").out;
        assertThat(all).isEqualTo(meshlock().out).isEqualTo(meshlock("--help").out);
        assertThat(all).contains("\nNodes and permits:\n  demo ", "\nLaboratory:\n  play ", "\nProof:\n  hunt ");
        for (String command : Commands.words()) {
            assertThat(all).containsPattern("\n  " + command + " +[A-Z]");
            assertThat(meshlock("help", command).out)
                    .isEqualTo(meshlock(command, "--help").out)
                    .startsWith("Usage: meshlock " + command + " [OPTIONS]")
                    .contains("\nExit codes:\n  ")
                    .contains("\nExamples:\n");
        }
        assertThat(meshlock("help", "keys", "issue").out)
                .isEqualTo(meshlock("keys", "issue", "--help").out)
                .startsWith("Usage: meshlock keys issue ");
    }

    @Test
    void helpBreaksLinesAtSpacesOnly() {
        for (String command : Commands.words()) {
            assertThat(meshlock("help", command).out.lines())
                    .allSatisfy(line -> assertThat(line.length() <= 100 || line.startsWith(" "))
                            .isTrue());
        }
        assertThat(HelpPage.wrap("see spark://host:7077 and roam.ns_movements", 12))
                .containsExactly("see", "spark://host:7077", "and", "roam.ns_movements");
    }

    @Test
    void aBadScenarioGetsOneLineAndNoTrace() throws IOException {
        Files.writeString(scenario, "nodes: 8\npermits: none\n");
        Outcome outcome = meshlock("sim", scenario.toString(), "--json");
        assertThat(outcome.code).isEqualTo(2);
        assertThat(outcome.out).isEmpty();
        assertThat(outcome.err)
                .isEqualTo(scenario + ":2: permits: missing; expected a whole number from 1 to 1000000\n");
        assertThat(meshlock("sim", scenario.toString(), "--verbose").err).contains("\tat io.meshlock");
    }

    @Test
    void helpAndVersion() {
        assertThat(meshlock("--version").out).startsWith("meshlock ");
        assertThat(meshlock().out).isEqualTo(meshlock("--help").out).contains("sim ", "algorithms ", "Examples:");
        for (String command : new String[] {
            "demo",
            "node",
            "run",
            "status",
            "pools",
            "watch",
            "drain",
            "destroy",
            "resize",
            "recover",
            "sim",
            "sweep",
            "merge",
            "plot",
            "reproduce",
            "hunt",
            "explore",
            "replay",
            "play",
            "trace",
            "algorithms",
            "keys",
            "completion",
            "man"
        }) {
            Outcome help = meshlock(command, "--help");
            assertThat(help.code).isZero();
            assertThat(help.out).contains("Examples:\n  ", "./meshlock " + command);
        }
    }

    @Test
    void algorithmsAreListed() {
        assertThat(meshlock("algorithms").out)
                .contains("prioritized\n", "prioritized-as-printed\n", "registered", "1..64");
        JsonNode document = parse(meshlock("algorithms", "--json").out);
        JsonNode first = document.get("algorithms").get(0);
        assertThat(first.get("name").asString()).isEqualTo("prioritized");
        assertThat(first.get("options").get(0).get("default").asInt()).isEqualTo(4);
    }

    private record Outcome(int code, String out, String err) {}

    private static Outcome meshlock(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(new PrintWriter(out), new PrintWriter(err), args);
        return new Outcome(code, out.toString(), err.toString());
    }

    private static JsonNode parse(String json) {
        return JsonMapper.builder()
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build()
                .readTree(json);
    }
}
