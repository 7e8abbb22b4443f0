package io.meshlock.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.laboratory.result.Json;
import io.meshlock.laboratory.scenario.ScenarioException;
import io.meshlock.laboratory.scenario.ScenarioReader;
import io.meshlock.laboratory.sweep.Axis;
import io.meshlock.laboratory.sweep.Engine;
import io.meshlock.laboratory.sweep.EngineProvider;
import io.meshlock.laboratory.sweep.LocalEngine;
import io.meshlock.laboratory.sweep.Replications;
import io.meshlock.laboratory.sweep.Sweep;
import io.meshlock.laboratory.sweep.SweepException;
import io.meshlock.laboratory.sweep.SweepResult;
import io.meshlock.laboratory.sweep.Work;
import io.meshlock.yaml.Value.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sweep on Spark gives what it gives on threads, byte for byte. */
class SparkEngineTest {

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

    private static final Engine LOCAL = new LocalEngine(2);
    private static final Engine SPARK = new SparkEngine("local[2]", OptionalInt.empty());

    @TempDir
    private Path folder;

    @Test
    void theResultIsThatOfThreads() throws Exception {
        for (Replications replications : List.of(FOUR, PRECISE)) {
            Path place = folder.resolve("spark-" + replications.most());
            String local = files(sweep(replications).engine(LOCAL));
            assertThat(files(sweep(replications).engine(SPARK).in(place))).isEqualTo(local);
            assertThat(Files.readString(place.resolve(SweepResult.JSON))
                            + Files.readString(place.resolve(SweepResult.CSV)))
                    .isEqualTo(local);
        }
    }

    @Test
    void whatOneEngineLeftTheOtherFinishes() throws Exception {
        for (Replications replications : List.of(FOUR, PRECISE)) {
            String whole = files(sweep(replications).engine(LOCAL));
            Path place = folder.resolve("stopped-" + replications.most());
            assertStopsAfter(7, sweep(replications).engine(LOCAL).in(place));
            assertStopsAfter(7, sweep(replications).engine(SPARK).in(place));
            assertThat(place.resolve(SweepResult.JSON)).doesNotExist();
            assertThat(files(sweep(replications).engine(SPARK).in(place))).isEqualTo(whole);
        }
    }

    /** Scenarios, results and complaints travel between processes. */
    @Test
    void executorsMayBeProcessesOfTheirOwn() throws Exception {
        // Spark looks for its libraries there, although the class path below has them all.
        Files.createDirectories(Path.of(System.getenv("SPARK_HOME"), "jars"));
        System.setProperty("spark.executor.extraClassPath", classPath());
        try {
            Engine cluster = new SparkEngine("local-cluster[1,2,1024]", OptionalInt.empty());
            List<Axis> axes = List.of(Axis.parse("network={topology: line},{topology: geometric, range: 10}"));
            Sweep local = Sweep.of(MESH, axes, 1, PRECISE, "test").skipImpossible(true);
            Sweep remote = Sweep.of(MESH, axes, 1, PRECISE, "test").skipImpossible(true);
            assertThat(files(remote.engine(cluster)))
                    .isEqualTo(files(local.engine(LOCAL)))
                    .contains("--vary network={topology: geometric, range: 10}: network.range: 6 nodes");
        } finally {
            System.clearProperty("spark.executor.extraClassPath");
        }
    }

    @Test
    void anImpossibleWorldIsRefusedWithTheSameWords() {
        List<Axis> axes = List.of(Axis.parse("network={topology: geometric, range: 10}"));
        String words = catchMessage(Sweep.of(MESH, axes, 1, FOUR, "test").engine(LOCAL));
        assertThatThrownBy(() ->
                        Sweep.of(MESH, axes, 1, FOUR, "test").engine(SPARK).run())
                .isInstanceOf(ScenarioException.class)
                .hasMessage(words);
    }

    @Test
    void whatAnExecutorLacksIsSaid() throws Exception {
        Path links = folder.resolve("links.txt");
        Files.writeString(links, "0 1\n1 2\n");
        Section scenario = ScenarioReader.tree(
                folder.resolve("mesh.yaml").toString(),
                "nodes: 3\npermits: 1\nduration: 50\nnetwork: {topology: file, file: links.txt}\n");
        Sweep sweep = Sweep.of(scenario, List.of(Axis.parse("permits=1,2")), 1, FOUR, "test")
                .engine(SPARK);
        Files.delete(links); // the driver has read it; an executor on another machine may not have it
        assertThatThrownBy(sweep::run)
                .isInstanceOf(SweepException.class)
                .hasMessageStartingWith("--master local[2]: Spark failed: ")
                .hasMessageContaining("links.txt")
                .hasMessageContaining("does not exist");
    }

    @Test
    void aMasterThatIsNoneIsRefused() {
        assertThatThrownBy(() -> sweep(FOUR)
                        .engine(new SparkEngine("nowhere", OptionalInt.empty()))
                        .run())
                .isInstanceOf(SweepException.class)
                .hasMessage("--master nowhere: Spark failed: Could not parse Master URL: 'nowhere'; "
                        + "expected a master that answers and has room, such as local[2] or spark://host:7077");
    }

    @Test
    void anInterruptStopsItAndAnotherSweepCanBegin() throws Exception {
        Thread.currentThread().interrupt();
        assertStops(sweep(FOUR).engine(SPARK));
        assertThat(files(sweep(FOUR).engine(SPARK))).isEqualTo(files(sweep(FOUR).engine(LOCAL)));
    }

    @Test
    void progressEndsAtOne() throws Exception {
        List<Double> shares = Collections.synchronizedList(new ArrayList<>());
        files(sweep(FOUR).engine(SPARK).progress(shares::add));
        assertThat(shares).hasSize(2400).contains(1.0);
    }

    @Test
    void theEngineIsFoundByItsName() {
        EngineProvider provider = EngineProvider.named("spark").orElseThrow();
        assertThat(provider.engine(null, OptionalInt.empty()))
                .isEqualTo(new SparkEngine("local[*]", OptionalInt.empty()));
        assertThat(provider.engine(null, OptionalInt.of(3))).isEqualTo(new SparkEngine("local[3]", OptionalInt.of(3)));
        assertThat(provider.engine("spark://host:7077", OptionalInt.empty()))
                .isEqualTo(new SparkEngine("spark://host:7077", OptionalInt.empty()));
        assertThat(EngineProvider.named("steam")).isEmpty();
    }

    private static Sweep sweep(Replications replications) {
        return Sweep.of(MESH, AXES, 1, replications, "test");
    }

    private static String files(Sweep sweep) throws IOException, InterruptedException {
        SweepResult result = Objects.requireNonNull(sweep.run());
        return Json.write(result.document()) + result.csv();
    }

    private static String catchMessage(Sweep sweep) {
        try {
            sweep.run();
        } catch (ScenarioException | IOException | InterruptedException e) {
            return String.valueOf(e.getMessage());
        }
        throw new AssertionError("nothing was refused");
    }

    private static void assertStops(Sweep sweep) {
        assertThatThrownBy(sweep::run).isInstanceOf(InterruptedException.class);
    }

    /** Interrupts the caller when some more runs are done, as a person who has had enough would. */
    private static void assertStopsAfter(int runs, Sweep sweep) {
        Thread caller = Thread.currentThread();
        AtomicLong enough = new AtomicLong();
        AtomicReference<Work> current = new AtomicReference<>();
        AtomicBoolean stopped = new AtomicBoolean();
        sweep.started(work -> {
            current.set(work);
            enough.set(work.finishedRuns() + runs);
        });
        sweep.progress(share -> {
            if (current.get().finishedRuns() >= enough.get() && stopped.compareAndSet(false, true)) {
                caller.interrupt();
            }
        });
        assertStops(sweep);
    }

    static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }
}
