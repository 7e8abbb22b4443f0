package io.meshlock.cli.laboratory;

import io.meshlock.cli.command.UsageException;
import io.meshlock.laboratory.sweep.Engine;
import io.meshlock.laboratory.sweep.EngineProvider;
import io.meshlock.laboratory.sweep.LocalEngine;
import io.meshlock.yaml.Spelling;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where the runs of a sweep are executed. */
final class EngineOptions {

    private static final String LOCAL = "local";
    private static final String SPARK = "spark";
    private static final List<String> NAMES = List.of(LOCAL, SPARK);

    @Mixin
    private final ThreadsOption threads = new ThreadsOption();

    @Option(
            names = "--engine",
            paramLabel = "NAME",
            description = "Where runs are executed: local (this process) or spark (Apache Spark); local unless given.")
    private String engine = LOCAL;

    @Option(
            names = "--master",
            paramLabel = "URL",
            description =
                    "With --engine spark: its master, such as spark://host:7077; one in this process unless given.")
    private @Nullable String master;

    Engine engine() {
        OptionalInt given = threads.given();
        if (!NAMES.contains(engine)) {
            throw new UsageException("--engine: unknown engine '" + engine + "'" + Spelling.hint(engine, NAMES)
                    + "; expected one of " + String.join(", ", NAMES));
        }
        if (engine.equals(LOCAL)) {
            if (master != null) {
                throw new UsageException("--master: means nothing with --engine local; expected --engine spark too");
            }
            return new LocalEngine(threads.count());
        }
        return EngineProvider.named(engine)
                .orElseThrow(() -> new UsageException("--engine: '" + engine
                        + "' is not on the class path; expected ./meshlock, which fetches it, or meshlock-" + engine
                        + " and its libraries there"))
                .engine(master, given);
    }
}
