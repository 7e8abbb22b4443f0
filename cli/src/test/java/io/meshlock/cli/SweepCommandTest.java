package io.meshlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.simulator.metrics.Metric;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sweeps from outside. */
class SweepCommandTest {

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
                """);
    }

    @Test
    void theTableHasOneRowPerCombination() {
        Outcome outcome = sweep("--vary", "nodes=4,8", "--vary", "policy=fifo,priority", "--runs", "3");
        assertThat(outcome.err).isEmpty();
        assertThat(outcome.code).isZero();
        List<String> lines = outcome.out.lines().toList();
        assertThat(lines.get(0))
                .startsWith("nodes  policy    runs  waitMean ")
                .contains("± ci95  messagesPerEntry  ± ci95  entriesPerTime ");
        assertThat(lines.get(1)).startsWith("4      fifo         3 ");
        assertThat(lines.get(4)).startsWith("8      priority     3 ");
        assertThat(sweep("--vary", "nodes=4", "--runs", "2", "--metric", "fairness")
                        .out
                        .lines()
                        .toList()
                        .get(0))
                .isEqualTo("nodes  runs  fairness  ± ci95");
    }

    @Test
    void jsonIsTheFileAndNothingElse() throws IOException {
        Path kept = folder.resolve("kept");
        Outcome outcome = sweep("--vary", "nodes=4,8", "--runs", "3", "--json", "--out", kept.toString());
        assertThat(outcome.err).isEmpty();
        assertThat(Files.readString(kept.resolve("result.json"))).isEqualTo(outcome.out);
        assertThat(Files.readAllLines(kept.resolve("result.csv"))).hasSize(3);
    }

    @Test
    void settingsReachEveryCell() {
        assertThat(sweep("--vary", "nodes=4", "--set", "permits=1", "--set", "workload.hold=3", "--json").out)
                .contains("\"permits\" : 1,", "\"hold\" : \"constant 3\"");
    }

    @Test
    void shardsMerge() throws IOException {
        Path whole = folder.resolve("whole");
        sweep("--vary", "nodes=4,6,8", "--runs", "2", "--out", whole.toString());
        List<String> merge = new ArrayList<>(
                List.of("merge", "--out", folder.resolve("merged").toString()));
        for (String shard : List.of("1/2", "2/2")) {
            Path part = folder.resolve("part-" + shard.charAt(0));
            merge.add(part.toString());
            Outcome outcome = sweep("--vary", "nodes=4,6,8", "--runs", "2", "--shard", shard, "--out", part.toString());
            assertThat(outcome.out)
                    .isEqualTo("part " + shard + " is done; './meshlock merge' puts all parts together\n");
        }
        assertThat(meshlock(merge.toArray(String[]::new)).code).isZero();
        assertSameResults(folder.resolve("merged"), whole);
        Outcome half = meshlock("merge", folder.resolve("part-2").toString());
        assertThat(half.code).isEqualTo(2);
        assertThat(half.err)
                .isEqualTo("merge: 2 of 3 cells are not finished, first nodes=4; "
                        + "expected the folders of all shards, each finished\n");
    }

    /** A real process, a real kill. */
    @Test
    void aKilledSweepGoesOn() throws Exception {
        String[] arguments = {"--set", "duration=4000", "--vary", "nodes=8,20", "--runs", "30", "--threads", "1"};
        Path killed = folder.resolve("killed");
        Process process = start(arguments, killed);
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
        long before = countLines(killed.resolve("sweep.jsonl"));
        assertThat(before).isBetween(4L, 59L);

        List<String> rest = new ArrayList<>(List.of(arguments));
        rest.addAll(List.of("--out", killed.toString()));
        assertThat(sweep(rest.toArray(String[]::new)).code).isZero();
        Path plain = folder.resolve("plain");
        rest.set(rest.size() - 1, plain.toString());
        assertThat(sweep(rest.toArray(String[]::new)).code).isZero();
        assertSameResults(killed, plain);
        assertThat(countLines(killed.resolve("sweep.jsonl"))).isEqualTo(61);
    }

    private Process start(String[] arguments, Path out) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command =
                new ArrayList<>(List.of(java, "-cp", classes, Main.class.getName(), "sweep", scenario.toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("--out", out.toString()));
        File log = folder.resolve("log.txt").toFile();
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
    }

    private static long countLines(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--runs 3 | meshlock sweep: Missing required option: '--vary=PATH=VALUE,…'; see './meshlock sweep --help'",
                "--vary nodes=4 --runs 0 | --runs: 0 is out of range; expected a whole number from 1 to 100000",
                "--vary nodes=4 --until 2% --max-runs 0 | --max-runs: 0 is out of range; expected a whole number from 1 to 10000",
                "--vary nodes=4 --max-runs 5 | --max-runs: means nothing without --until; expected --runs N",
                "--vary nodes=4 --until 2% --runs 5 | --runs: stands beside --until; expected --max-runs N, or one of them",
                "--vary nodes=4 --until 2 | --until: '2' is no precision; expected above 0 % and at most 100 % of the mean, such as 2% or 'ci95<=2%'",
                "--vary nodes=4 --until ci95<=0% | --until: 'ci95<=0%' is no precision; expected above 0 % and at most 100 % of the mean, such as 2% or 'ci95<=2%'",
                "--vary nodes=4 --metric waitMeen | --metric: unknown metric 'waitMeen' (did you mean 'waitMean'?); expected one of METRICS",
                "--vary nodes=4 --shard 1/2 | --shard: there is no place to keep it; expected --out DIR too",
                "--vary nodes=4 --shard 3/2 --out x | --shard: '3/2' is no part; expected I/N with I from 1 to N, such as 3/10",
                "--vary nodes=4 --shard half --out x | --shard: 'half' is no part; expected I/N with I from 1 to N, such as 3/10",
                "--vary nodes=4 --set nodes=3 | --set nodes=3: is varied too; expected either --set or --vary",
                "--vary nodes=4 --out FILE | --out: 'FILE' is a file; expected a folder",
                "--vary nodes=4 --seed 9223372036854775807 | --seed: there are no 10 seeds from 9223372036854775807 on; expected smaller numbers",
                "--vary nodes=4 --engine sparky | --engine: unknown engine 'sparky' (did you mean 'spark'?); expected one of local, spark",
                "--vary nodes=4 --master local | --master: means nothing with --engine local; expected --engine spark too",
                "--vary nodes=4 --engine spark | --engine: 'spark' is not on the class path; expected ./meshlock, which fetches it, or meshlock-spark and its libraries there",
                "--vary nodes=4 --threads 0 | --threads: 0 is out of range; expected a whole number from 1 to 1000",
                "--vary nodes=4,x | nodes=x: --vary nodes=x: nodes: 'x' is not a whole number; expected a whole number from 1 to 10000000",
                "--vary nodes=4 --set network.density=2 | nodes=4: --set network.density=2: network.density: means nothing with topology ring; expected density only with topology random",
            })
    void mistakesGetOneLineAndCode2(String arguments, String expected) {
        Outcome outcome = sweep(arguments.replace("FILE", scenario.toString()).split(" ", -1));
        String metrics = Arrays.stream(Metric.values()).map(Metric::label).collect(Collectors.joining(", "));
        assertThat(outcome.err)
                .isEqualTo(expected.replace("FILE", scenario.toString()).replace("METRICS", metrics) + "\n");
        assertThat(outcome.out).isEmpty();
        assertThat(outcome.code).isEqualTo(2);
    }

    @Test
    void settingsChangeASimulationAndItsKeptScenario() throws IOException {
        Path kept = folder.resolve("kept");
        Outcome outcome = meshlock(
                "sim", scenario.toString(), "--set", "nodes=5", "--json", "--out", kept.toString(), "--no-journals");
        assertThat(outcome.out).contains("\"nodes\" : 5,");
        assertThat(meshlock("sim", kept.resolve("scenario.yaml").toString(), "--json").out)
                .isEqualTo(outcome.out);
        assertThat(meshlock("sim", scenario.toString(), "--set", "nodes=0").err)
                .isEqualTo("--set nodes=0: nodes: 0 is too small; expected a whole number from 1 to 10000000\n");
        assertThat(meshlock("hunt", scenario.toString(), "--schedules", "1", "--set", "nodes=0").err)
                .isEqualTo("--set nodes=0: nodes: 0 is too small; expected a whole number from 1 to 10000000\n");
    }

    @Test
    void aSweepIsDrawn() throws IOException {
        Path kept = folder.resolve("kept");
        sweep("--vary", "nodes=4,8", "--vary", "permits=1,2", "--runs", "2", "--out", kept.toString());
        for (String ending : List.of("svg", "png")) {
            Path picture = folder.resolve("wait." + ending);
            Outcome outcome = meshlock(
                    "plot",
                    kept.toString(),
                    "--x",
                    "nodes",
                    "--y",
                    "waitMean",
                    "--series",
                    "permits",
                    "--title",
                    "Waits",
                    "--log-x",
                    "--out",
                    picture.toString());
            assertThat(outcome.out).isEqualTo("drawn to " + picture + "\n");
            assertThat(outcome.err).isEmpty();
            assertThat(picture).isNotEmptyFile();
        }
        assertThat(folder.resolve("wait.svg")).content().contains(">Waits</text>");
        Outcome outcome = meshlock("plot", kept.toString(), "--x", "nodes", "--y", "waitMean", "--out", "wait.gif");
        assertThat(outcome.code).isEqualTo(2);
        assertThat(outcome.err).isEqualTo("--out: 'wait.gif' is no picture; expected a name ending in .svg or .png\n");
        assertThat(meshlock("plot", kept.toString(), "--x", "nodes", "--y", "waitMean", "--out", "wait.svg").err)
                .isEqualTo(kept + ": permits varies too; expected --series permits, or --where permits=1\n");
    }

    private static void assertSameResults(Path one, Path other) {
        for (String name : List.of("result.json", "result.csv")) {
            assertThat(one.resolve(name)).hasSameBinaryContentAs(other.resolve(name));
        }
    }

    private Outcome sweep(String... arguments) {
        List<String> command = new ArrayList<>(List.of("sweep", scenario.toString()));
        command.addAll(List.of(arguments));
        return meshlock(command.toArray(String[]::new));
    }

    private static Outcome meshlock(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(new PrintWriter(out), new PrintWriter(err), args);
        return new Outcome(code, out.toString(), err.toString());
    }

    private record Outcome(int code, String out, String err) {}
}
