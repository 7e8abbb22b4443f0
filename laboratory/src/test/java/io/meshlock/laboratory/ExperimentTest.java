package io.meshlock.laboratory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.laboratory.result.Json;
import io.meshlock.laboratory.result.Results;
import io.meshlock.laboratory.scenario.Scenario;
import io.meshlock.laboratory.scenario.ScenarioException;
import io.meshlock.laboratory.scenario.ScenarioFixtures;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Check;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Setup;
import io.meshlock.simulator.metrics.Metric;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentTest {

    private static final Scenario CHURN = ScenarioFixtures.scenario("""
            nodes: 12
            permits: 3
            duration: 300
            network: {topology: random, density: 0.3, delay: uniform 0.5 1.5, churn: {mean: 20}}
            workload: {permits: uniform 1 2, priority: uniform 0 3}
            faults: {partition: {mean: 100, length: 10}}
            """);

    @Test
    void theOutcomeDoesNotDependOnThreads() throws InterruptedException {
        String one = document(new Experiment(CHURN).seeds(1, 6).threads(1));
        String two = document(new Experiment(CHURN).seeds(1, 6).threads(2));
        String many = document(new Experiment(CHURN).seeds(1, 6).threads(6));
        assertThat(two).isEqualTo(one);
        assertThat(many).isEqualTo(one);
        assertThat(document(new Experiment(CHURN).seeds(2, 6).threads(2))).isNotEqualTo(one);
    }

    @Test
    void aRunOfManyIsTheRunOfItsSeed() throws InterruptedException {
        List<Run> many = new Experiment(CHURN).seeds(5, 3).run();
        List<Run> alone = new Experiment(CHURN).seeds(7, 1).run();
        assertThat(many).extracting(Run::seed).containsExactly(5L, 6L, 7L);
        assertThat(alone.get(0)).isEqualTo(many.get(2));
    }

    @Test
    void watchingChangesNothing(@TempDir Path folder) throws InterruptedException, IOException {
        List<Double> shares = Collections.synchronizedList(new ArrayList<>());
        String watched =
                document(new Experiment(CHURN).seeds(3, 2).journalsIn(folder).progress(shares::add));
        assertThat(watched).isEqualTo(document(new Experiment(CHURN).seeds(3, 2)));
        assertThat(shares).hasSize(200).contains(1.0);
        for (String name : List.of("journal-3.jsonl.gz", "journal-4.jsonl.gz")) {
            assertThat(lines(folder.resolve(name)))
                    .hasSizeGreaterThan(100)
                    .allMatch(line -> line.startsWith("{\"t\":") && line.endsWith("}"))
                    .last()
                    .asString()
                    .contains("\"e\":\"ended\"");
        }
    }

    @Test
    void aBrokenInvariantIsAViolationOfItsRunOnly() throws InterruptedException {
        Scenario broken = ScenarioFixtures.withAlgorithm(
                ScenarioFixtures.scenario(ScenarioFixtures.SMALL),
                new Algorithm(
                        "broken",
                        "breaks",
                        "this test",
                        new Guarantees(Guarantees.Tokens.ONE, true, true),
                        List.of(),
                        Broken::new));
        Results results = new Results(broken, new Experiment(broken).seeds(1, 2).run());
        assertThat(results.total(Metric.VIOLATIONS)).isEqualTo(2);
        assertThat(results.metric(Metric.VIOLATIONS).n()).isEqualTo(2);
        assertThat(results.metric(Metric.ENTRIES).n()).isZero();
        assertThat(results.findings())
                .hasSize(2)
                .allSatisfy(finding -> assertThat(finding)
                        .containsEntry("rule", "run-broke-off")
                        .containsEntry("detail", "invariant broken: permits rain from the sky"));
        assertThat(Json.write(results.document("test"))).contains("\"messagesByType\" : { }");
    }

    @Test
    void aWorldThatCannotBeMadeIsTheScenariosFault() {
        Scenario sparse = ScenarioFixtures.scenario(
                "nodes: 50\npermits: 1\nduration: 9\nnetwork:\n  topology: geometric\n  range: 10\n");
        assertThatThrownBy(() -> new Experiment(sparse).seeds(4, 3).run())
                .isInstanceOf(ScenarioException.class)
                .hasMessageStartingWith("mesh.yaml:6: network.range: 50 nodes with range 10.0 were not connected")
                .hasMessageContaining("(seed 4); expected a network that can be made");
    }

    @Test
    void aJournalThatCannotBeWrittenIsNobodysViolation(@TempDir Path folder) {
        Experiment experiment = new Experiment(CHURN).journalsIn(folder.resolve("missing"));
        assertThatThrownBy(experiment::run).isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void seedsMustExist() {
        assertThatThrownBy(() -> new Experiment(CHURN).seeds(1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Experiment(CHURN).seeds(Long.MAX_VALUE, 2))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static String document(Experiment experiment) throws InterruptedException {
        return Json.write(new Results(CHURN, experiment.run()).document("test"));
    }

    private static List<String> lines(Path file) throws IOException {
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        }
    }

    /** Fails at the first request. */
    private static final class Broken extends Protocol {
        Broken(Setup setup) {
            super(setup);
        }

        @Override
        protected void admit(long now, PermitRequest request, Effects out) {
            Check.invariant(false, "permits rain from the sky");
        }

        @Override
        public void cancel(long now, long request, Effects out) {}

        @Override
        public void release(long now, long grant, Effects out) {}

        @Override
        public void receive(long now, int from, Message message, Effects out) {}

        @Override
        public void linkUp(long now, int peer, Effects out) {}

        @Override
        public void linkDown(long now, int peer, Effects out) {}

        @Override
        public String describe() {
            return "broken";
        }
    }
}
