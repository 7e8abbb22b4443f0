package io.meshlock.spark;

import io.meshlock.laboratory.Trial;
import io.meshlock.laboratory.result.Json;
import io.meshlock.laboratory.sweep.Engine;
import io.meshlock.laboratory.sweep.Lanes;
import io.meshlock.laboratory.sweep.Outcome;
import io.meshlock.laboratory.sweep.SweepException;
import io.meshlock.laboratory.sweep.Work;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.ShutdownHookManager;

/**
 * Runs units on Apache Spark, each as a job of one task: the next unit may depend on earlier outcomes, and a finished
 * run is kept at once. A job costs some milliseconds, little beside a run.
 *
 * <p>Properties of the JVM that begin with {@code spark.} are Spark's settings, as everywhere with Spark.
 *
 * @param master in Spark's notation, such as {@code local[2]} or {@code spark://host:7077}
 * @param runsAtATime empty for as many as Spark has processors for when the sweep begins
 */
public record SparkEngine(String master, OptionalInt runsAtATime) implements Engine {

    /** The jars that executors elsewhere need, separated by commas; the launcher sets it. */
    private static final String JARS = "meshlock.jars";

    @Override
    public void work(Work work) throws InterruptedException {
        try (JavaSparkContext spark = connect()) {
            Map<Integer, Broadcast<CellScenario>> cells = new ConcurrentHashMap<>();
            new Lanes(runsAtATime.orElseGet(spark::defaultParallelism)).drain(work, unit -> {
                Broadcast<CellScenario> scenario = cells.computeIfAbsent(
                        unit.cell(),
                        cell -> spark.broadcast(new CellScenario(unit.scenario().source())));
                Outcome outcome = run(spark, new RemoteUnit(unit.cell(), unit.number(), unit.seed(), scenario));
                for (int slice = 0; slice < Trial.SLICES; slice++) {
                    work.sliced(); // an executor does not report its progress
                }
                return outcome;
            });
        }
    }

    private JavaSparkContext connect() throws InterruptedException {
        SparkConf settings = new SparkConf()
                .setMaster(master)
                .setIfMissing("spark.app.name", "meshlock sweep")
                .setIfMissing("spark.ui.enabled", "false")
                // A stopped sweep stops its runs, too.
                .setIfMissing("spark.job.interruptOnCancel", "true");
        if (isInThisProcess()) {
            settings.setIfMissing("spark.driver.host", "localhost")
                    .setIfMissing("spark.driver.bindAddress", "127.0.0.1");
        } else {
            settings.setIfMissing("spark.jars", System.getProperty(JARS, ""));
        }
        try {
            return new JavaSparkContext(settings);
        } catch (Exception e) {
            throw failure(e);
        }
    }

    private boolean isInThisProcess() {
        return master.equals("local") || master.startsWith("local[");
    }

    private Outcome run(JavaSparkContext spark, RemoteUnit unit) throws InterruptedException {
        try {
            List<String> answers =
                    spark.parallelize(List.of(unit), 1).map(RemoteUnit::run).collect();
            return Json.read(answers.get(0), Outcome.class);
        } catch (Exception e) {
            throw failure(e);
        }
    }

    /** Spark's Scala code throws checked exceptions that Java's compiler does not know of. */
    private SweepException failure(Exception failure) throws InterruptedException {
        if (failure instanceof InterruptedException interrupted) {
            throw interrupted;
        }
        if (ShutdownHookManager.inShutdown()) {
            throw new InterruptedException(); // Spark stops with the process; that is no failure
        }
        SweepException sweep = new SweepException(
                "--master " + master,
                "Spark failed: " + firstLine(failure),
                "a master that answers and has room, such as local[2] or spark://host:7077");
        sweep.initCause(failure);
        return sweep;
    }

    /** Behind the first line, Spark tells the stack of the executor. */
    private static String firstLine(Exception failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("no reason given");
    }
}
