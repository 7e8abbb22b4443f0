package io.meshlock.laboratory.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.laboratory.Experiment;
import io.meshlock.laboratory.plot.SweepPlot;
import io.meshlock.laboratory.result.Json;
import io.meshlock.laboratory.result.Results;
import io.meshlock.laboratory.scenario.Scenario;
import io.meshlock.laboratory.scenario.ScenarioException;
import io.meshlock.laboratory.scenario.ScenarioReader;
import io.meshlock.laboratory.scenario.Setting;
import io.meshlock.simulator.metrics.Metric;
import io.meshlock.yaml.Value.Section;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However a sweep is run, its result is the same, byte for byte. */
class SweepTest {

    private static final Section MESH = ScenarioReader.tree("mesh.yaml", """
            nodes: 6
            permits: 2
            duration: 120
            network: {topology: random, density: 0.6, churn: {mean: 20}}
            workload: {think: exponential 5}
            """);

    private static final List<Axis> AXES =
            List.of(Axis.parse("nodes=4,8"), Axis.parse("workload.think=exponential 1,exponential 10,20"));

    private static final Replications FOUR = Replications.fixed(4);

    /** Loose enough that some cells need the fewest runs, tight enough that others reach the limit. */
    private static final Replications PRECISE = Replications.until(0.12, List.of("waitMean", "entries"), 9);

    @TempDir
    private Path folder;

    @Test
    void cellsAreTheCombinationsInOrder() throws Exception {
        assertThat(finished(sweep(FOUR)).cells())
                .extracting(cell -> cell.cell().label())
                .containsExactly(
                        "nodes=4, workload.think=exponential 1",
                        "nodes=4, workload.think=exponential 10",
                        "nodes=4, workload.think=20",
                        "nodes=8, workload.think=exponential 1",
                        "nodes=8, workload.think=exponential 10",
                        "nodes=8, workload.think=20");
    }

    @Test
    void aCellIsAnExperimentOfItsOwn() throws Exception {
        CellResult cell = finished(sweep(FOUR)).cells().get(4);
        Scenario scenario = Scenario.resolve(Setting.applyAll(
                List.of(Setting.parse("-", "nodes=8"), Setting.parse("-", "workload.think=exponential 10")), MESH));
        Results alone =
                new Results(scenario, new Experiment(scenario).seeds(1, 4).run());
        assertThat(Json.write(cell.figures())).isEqualTo(Json.write(alone.figures()));
        assertThat(cell.cell().scenario()).isEqualTo(scenario.resolved());
    }

    @Test
    void threadsDoNotShow() throws Exception {
        for (Replications replications : List.of(FOUR, PRECISE)) {
            String one = files(finished(sweep(replications).engine(new LocalEngine(1))));
            assertThat(files(finished(sweep(replications).engine(new LocalEngine(2)))))
                    .isEqualTo(one);
            assertThat(files(finished(sweep(replications).engine(new LocalEngine(7)))))
                    .isEqualTo(one);
        }
    }

    @Test
    void theOrderInWhichRunsFinishDoesNotShow() throws Exception {
        Engine backwards = work -> {
            List<Unit> units = new ArrayList<>();
            for (int i = 0; i < 24; i++) {
                units.add(Objects.requireNonNull(work.next()));
            }
            Collections.reverse(units);
            for (Unit unit : units) {
                work.finished(unit.run(() -> {}));
            }
            assertThat(work.next()).isNull();
        };
        assertThat(files(finished(sweep(FOUR).engine(backwards)))).isEqualTo(files(finished(sweep(FOUR))));
    }

    @Test
    void aStoppedSweepGoesOnWhereItWas() throws Exception {
        for (Replications replications : List.of(FOUR, PRECISE)) {
            String whole = files(finished(sweep(replications)));
            Path place = folder.resolve("stopped-" + replications.most());
            for (int units = 1; units < 12; units += 5) {
                int some = units;
                assertThatThrownBy(() -> sweep(replications)
                                .engine(stoppingAfter(some))
                                .in(place)
                                .run())
                        .isInstanceOf(InterruptedException.class);
                // The process died in the middle of a line.
                Files.writeString(place.resolve(SweepJournal.NAME), "{\"cell\":0,\"numb", StandardOpenOption.APPEND);
            }
            assertThat(place.resolve(SweepResult.JSON)).doesNotExist();
            assertThat(files(finished(sweep(replications).in(place)))).isEqualTo(whole);
            assertThat(written(place)).isEqualTo(whole);
            // Nothing is left to do.
            Engine none = work -> assertThat(work.next()).isNull();
            assertThat(files(finished(sweep(replications).engine(none).in(place))))
                    .isEqualTo(whole);
        }
    }

    @Test
    void everyFinishedRunCountsWhenASweepGoesOn() throws Exception {
        assertThatThrownBy(
                        () -> sweep(FOUR).engine(stoppingAfter(10)).in(folder).run())
                .isInstanceOf(InterruptedException.class);
        List<String> again = new ArrayList<>();
        Engine listing = work -> {
            for (Unit unit = work.next(); unit != null; unit = work.next()) {
                again.add(unit.cell() + "." + unit.number());
                work.finished(unit.run(() -> {}));
            }
        };
        finished(sweep(FOUR).engine(listing).in(folder));
        assertThat(again).hasSize(14).doesNotHaveDuplicates().startsWith("2.2", "2.3", "3.0");
    }

    @Test
    void shardsMergeToTheWhole() throws Exception {
        for (Replications replications : List.of(FOUR, PRECISE)) {
            String whole = files(finished(sweep(replications)));
            List<Path> parts = new ArrayList<>();
            for (int i = 1; i <= 4; i++) {
                Path part = folder.resolve("part-" + i + "-" + replications.most());
                parts.add(part);
                assertThat(sweep(replications).shard(new Shard(i, 4)).in(part).run())
                        .isNull();
                assertThat(part.resolve(SweepResult.JSON)).doesNotExist();
            }
            Collections.reverse(parts);
            SweepResult merged = SweepMerge.of(parts);
            assertThat(files(merged)).isEqualTo(whole);
            merged.writeTo(folder.resolve("merged"));
            assertThat(written(folder.resolve("merged"))).isEqualTo(whole);
            assertThatThrownBy(() -> SweepMerge.of(parts.subList(1, 4)))
                    .isInstanceOf(SweepException.class)
                    .hasMessage("merge: 1 of 6 cells are not finished, first nodes=8, workload.think=exponential 1; "
                            + "expected the folders of all shards, each finished");
        }
    }

    @Test
    void theLastShardOfAFolderGivesTheResult() throws Exception {
        assertThat(sweep(FOUR).shard(new Shard(1, 2)).in(folder).run()).isNull();
        assertThat(files(finished(sweep(FOUR).shard(new Shard(2, 2)).in(folder))))
                .isEqualTo(files(finished(sweep(FOUR))));
    }

    @Test
    void runsGoOnUntilTheMeanIsKnownWellEnough() throws Exception {
        List<CellResult> cells = finished(sweep(PRECISE)).cells();
        assertThat(cells).anyMatch(cell -> cell.precise() && cell.runs() < 9);
        assertThat(cells).anyMatch(cell -> !cell.precise() && cell.runs() == 9);
        for (CellResult cell : cells) {
            assertThat(cell.runs()).isBetween(Replications.FEWEST, 9);
            boolean precise = Stream.of(Metric.WAIT_MEAN, Metric.ENTRIES)
                    .map(metric -> Objects.requireNonNull(cell.metrics().get(metric)))
                    .allMatch(metric -> metric.ci95() <= 0.12 * metric.mean());
            assertThat(precise).isEqualTo(cell.precise());
        }
    }

    @Test
    void easyMeansTakeTheFewestRuns() throws Exception {
        assertThat(finished(sweep(Replications.until(1, List.of("entries"), 9))).cells())
                .extracting(CellResult::runs)
                .containsOnly(Replications.FEWEST);
        assertThat(finished(sweep(Replications.until(1, List.of("entries"), 3))).cells())
                .extracting(CellResult::runs)
                .containsOnly(3);
    }

    @Test
    void anotherSweepIsNotContinued() throws Exception {
        finished(sweep(FOUR).in(folder));
        String place = "--out " + folder + ": holds a sweep with another ";
        String rest = "; expected the same sweep, or another folder";
        assertRefused(Sweep.of(MESH, AXES, 1, FOUR, "other"), place + "version" + rest);
        assertRefused(Sweep.of(MESH, AXES.subList(0, 1), 1, FOUR, "test"), place + "--vary" + rest);
        assertRefused(Sweep.of(MESH, AXES, 2, FOUR, "test"), place + "--seed" + rest);
        assertRefused(Sweep.of(MESH, AXES, 1, PRECISE, "test"), place + "number of runs" + rest);
        Section longer = Setting.parse("--set", "duration=121").applyTo(MESH);
        assertRefused(Sweep.of(longer, AXES, 1, FOUR, "test"), place + "scenario" + rest);
    }

    @Test
    void aDamagedJournalIsRefusedWithItsLine() throws Exception {
        finished(sweep(FOUR).in(folder));
        Path journal = folder.resolve(SweepJournal.NAME);
        List<String> lines = new ArrayList<>(Files.readAllLines(journal, StandardCharsets.UTF_8));
        lines.set(2, "{\"cell\":99,\"number\":0}");
        Files.write(journal, lines);
        assertRefused(sweep(FOUR), journal + ":3: is no line of a sweep's journal; expected an undamaged journal");
        lines.set(2, "scribble");
        Files.write(journal, lines);
        assertRefused(sweep(FOUR), journal + ":3: is no line of a sweep's journal; expected an undamaged journal");
    }

    @Test
    void oneFolderIsForOneSweepAtATime() throws Exception {
        Engine nested = work -> assertRefused(
                sweep(FOUR),
                folder.resolve(SweepJournal.NAME) + ": another sweep is writing to it; expected a folder of its own");
        assertThat(sweep(FOUR).engine(nested).in(folder).run()).isNull();
    }

    @Test
    void metricsOfRecoveryAreInSweepsThatHaveIt() throws Exception {
        List<Axis> axes = List.of(Axis.parse("options.recovery=0,1"));
        Replications lost = Replications.until(1, List.of("grantsLost"), 6);
        SweepResult result = finished(Sweep.of(MESH, axes, 1, lost, "test").in(folder));
        assertThat(result.cells().get(0).figures()).doesNotContainKey("grantsLost");
        assertThat(result.cells().get(0).precise()).isFalse(); // never, of a metric that is not there
        assertThat(result.cells().get(1).figures()).containsKeys("beaconsPerEntry", "grantsLost");
        assertThat(result.cells().get(1).runs()).isEqualTo(Replications.FEWEST);
        List<String> rows = result.csv().lines().toList();
        assertThat(rows.get(0)).contains(",beaconsPerEntry.mean,").contains(",grantsLost.n,");
        assertThat(rows.get(1)).contains(",,,,,,,,,,");
        SweepPlot.Choice choice =
                new SweepPlot.Choice("options.recovery", "beaconsPerEntry", List.of(), Map.of(), false, false);
        assertThat(SweepPlot.of(folder).chart(choice).series().get(0).points()).hasSize(1);
        assertThat(finished(sweep(FOUR)).csv()).doesNotContain("beacons", "grantsLost");
    }

    @Test
    void impossibleCellsAreRefusedOrReported() throws Exception {
        List<Axis> axes = List.of(Axis.parse("permits=1,3"), Axis.parse("workload.permits=1,uniform 1 3"));
        Sweep strict = Sweep.of(MESH, axes, 1, FOUR, "test").in(folder);
        String why = "--vary workload.permits=uniform 1 3: workload.permits: 3 is too large; "
                + "expected whole numbers from 1 to 1 (the pool's permits) as N, constant N or uniform A B";
        assertThatThrownBy(strict::run)
                .isInstanceOf(ScenarioException.class)
                .hasMessage("permits=1, workload.permits=uniform 1 3: " + why);
        assertThat(folder).isEmptyDirectory();
        SweepResult result = finished(Sweep.of(MESH, axes, 1, FOUR, "test").skipImpossible(true));
        assertThat(result.cells()).extracting(CellResult::runs).containsExactly(4, 0, 4, 4);
        assertThat(result.cells().get(1).impossible()).isEqualTo(why);
        assertThat(result.csv().lines().toList().get(2))
                .startsWith("1,uniform 1 3,0,\"" + why + "\",,,,")
                .endsWith(",,");
        assertThat(Json.write(result.document())).contains("\"impossible\" : \"" + why + "\"");
    }

    @Test
    void aWorldThatCannotBeMadeIsAnImpossibleCell() throws Exception {
        List<Axis> axes = List.of(Axis.parse("network={topology: line},{topology: geometric, range: 10}"));
        String why = "--vary network={topology: geometric, range: 10}: network.range: 6 nodes with range 10.0 were";
        assertThatThrownBy(() -> Sweep.of(MESH, axes, 1, FOUR, "test").run())
                .isInstanceOf(ScenarioException.class)
                .hasMessageStartingWith("network={topology: geometric, range: 10}: " + why)
                .hasMessageContaining("(seed 1)");
        SweepResult result = finished(Sweep.of(MESH, axes, 1, FOUR, "test").skipImpossible(true));
        assertThat(result.cells()).extracting(CellResult::runs).containsExactly(4, 0);
        assertThat(result.cells().get(1).impossible()).startsWith(why);
    }

    @Test
    void aMisspeltPathIsRefusedEvenIfImpossibleCellsAreSkipped() {
        Sweep sweep =
                Sweep.of(MESH, List.of(Axis.parse("node=1,2")), 1, FOUR, "test").skipImpossible(true);
        assertThatThrownBy(sweep::run)
                .hasMessageStartingWith("node=1: --vary node=1: node: unknown key (did you mean 'nodes'?); expected");
    }

    @Test
    void theScenarioNeedNotBeCompleteWithoutTheAxes() throws Exception {
        Section open = ScenarioReader.tree("mesh.yaml", "permits: 1\nduration: 50\nnetwork: {topology: line}\n");
        assertThat(finished(Sweep.of(open, List.of(Axis.parse("nodes=2,3")), 1, FOUR, "test"))
                        .cells())
                .hasSize(2);
    }

    @Test
    void progressEndsAtOne() throws Exception {
        List<Double> shares = Collections.synchronizedList(new ArrayList<>());
        finished(sweep(FOUR).engine(new LocalEngine(2)).progress(shares::add));
        assertThat(shares)
                .hasSize(2400)
                .allMatch(share -> share > 0 && share <= 1)
                .contains(1.0);
    }

    private void assertRefused(Sweep sweep, String message) {
        assertThatThrownBy(() -> sweep.in(folder).run())
                .isInstanceOf(SweepException.class)
                .hasMessage(message);
    }

    private static Sweep sweep(Replications replications) {
        return Sweep.of(MESH, AXES, 1, replications, "test");
    }

    private static SweepResult finished(Sweep sweep) throws IOException, InterruptedException {
        return Objects.requireNonNull(sweep.run());
    }

    /** Does some units, then stops with one under way. */
    private static Engine stoppingAfter(int units) {
        return work -> {
            for (int i = 0; i < units; i++) {
                work.finished(Objects.requireNonNull(work.next()).run(() -> {}));
            }
            assertThat(work.next()).isNotNull();
            throw new InterruptedException();
        };
    }

    private static String files(SweepResult result) {
        return Json.write(result.document()) + result.csv();
    }

    private static String written(Path place) throws IOException {
        return Files.readString(place.resolve(SweepResult.JSON)) + Files.readString(place.resolve(SweepResult.CSV));
    }
}
