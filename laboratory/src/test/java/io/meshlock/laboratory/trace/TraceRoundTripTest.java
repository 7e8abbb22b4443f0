package io.meshlock.laboratory.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.journal.Journal;
import io.meshlock.laboratory.scenario.Scenario;
import io.meshlock.laboratory.scenario.ScenarioFixtures;
import io.meshlock.simulator.World;
import io.meshlock.simulator.WorldSpec;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is written, read again, gives the same links at the same ticks. */
class TraceRoundTripTest {

    private static final String REST = "permits: 2\nnetwork: {linkDeath: lossy, ";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ns2 | model: random-waypoint, speed: [5, 20], pause: uniform 0 10",
                "bonnmotion | model: random-waypoint, speed: [5, 20], moving: 0.5",
                "csv | model: random-waypoint, speed: 20, start: uniform",
                "ns2 | model: random-walk, speed: [5, 20]",
                "bonnmotion | model: gauss-markov, speed: 15",
                "csv | model: group, groups: 3, spread: 40, speed: 20",
                "ns2 | model: static",
            })
    void ofMovements(String format, String model) throws IOException {
        String radio = "radius: 150, hysteresis: 0.1";
        Scenario original = ScenarioFixtures.scenario(
                "nodes: 12\nduration: 200\n" + REST + "mobility: {area: 500, " + radio + ", " + model + "}}\n");
        Path file = export(original, format);
        Scenario copy = ScenarioFixtures.scenario(
                "duration: 200\n" + REST + "trace: {file: " + file + ", format: " + format + ", " + radio + "}}\n");
        assertThat(copy.spec().nodes()).isEqualTo(12);
        assertThat(links(copy.spec())).hasSizeGreaterThan(10).isEqualTo(links(original.spec()));
    }

    @ParameterizedTest
    @CsvSource({"one", "contacts"})
    void ofLinks(String format) throws IOException {
        Scenario original = ScenarioFixtures.scenario("nodes: 12\nduration: 200\n" + REST
                + "topology: random, density: 0.3, churn: {mean: 2, keepConnected: false}}\n"
                + "faults: {partition: {mean: 30, length: 10}}\n");
        Path file = export(original, format);
        Scenario copy = ScenarioFixtures.scenario(
                "nodes: 12\nduration: 200\n" + REST + "trace: {file: " + file + ", format: " + format + "}}\n");
        // At one instant, churn cuts before it forms; a trace has its own order.
        assertThat(sorted(links(copy.spec()))).hasSizeGreaterThan(100).isEqualTo(sorted(links(original.spec())));
    }

    @Test
    void theSameSeedGivesTheSameBytes() throws IOException {
        Scenario scenario = ScenarioFixtures.scenario("nodes: 5\nduration: 50\n" + REST
                + "mobility: {area: 500, radius: 100, model: random-walk, speed: [1, 2]}}\n");
        assertThat(Files.readString(export(scenario, "ns2"))).isEqualTo(Files.readString(export(scenario, "ns2")));
    }

    @Test
    void positionsNeedNodesThatHaveThem() {
        WorldSpec spec = ScenarioFixtures.scenario(ScenarioFixtures.SMALL).spec();
        TraceWriter writer = new TraceWriter(spec, 1, new PrintWriter(new StringWriter()));
        assertThatThrownBy(() -> writer.write(TraceFormat.CSV))
                .hasMessage("format csv has positions, and the nodes of this network have none");
    }

    private Path export(Scenario scenario, String format) throws IOException {
        Path file = Files.createTempFile(folder, "trace", "." + format);
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
            new TraceWriter(scenario.spec(), 3, out).write(TraceFormat.valueOf(format.toUpperCase(Locale.ROOT)));
        }
        return file;
    }

    private static List<String> sorted(List<String> links) {
        List<String> sorted = new ArrayList<>(links);
        Collections.sort(sorted);
        return sorted;
    }

    /** What a world's journal says of links before it heals. */
    private static List<String> links(WorldSpec spec) {
        List<String> told = new ArrayList<>();
        Journal journal = new Journal() {
            @Override
            public void linkUp(long time, int a, int b) {
                told.add(time + ": " + a + "-" + b + " up");
            }

            @Override
            public void linkDown(long time, int a, int b) {
                told.add(time + ": " + a + "-" + b + " down");
            }
        };
        new World(spec, 3, journal).runUntil(spec.duration() - 1);
        return told;
    }
}
