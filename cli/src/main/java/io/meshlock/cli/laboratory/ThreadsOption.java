package io.meshlock.cli.laboratory;

import io.meshlock.cli.command.Ranges;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The {@code --threads} option of every command that does many runs. */
final class ThreadsOption {

    private static final int MOST = 1_000;

    @Option(names = "--threads", paramLabel = "N", description = "Runs at a time; one per processor unless given.")
    private @Nullable Integer threads;

    /** Refuses a wrong number. */
    void check() {
        if (threads != null) {
            Ranges.check("--threads", threads, MOST);
        }
    }

    /** What was given, checked. */
    OptionalInt given() {
        check();
        return threads == null ? OptionalInt.empty() : OptionalInt.of(threads);
    }

    /** What was given, or one per processor. */
    int count() {
        return given().orElse(Runtime.getRuntime().availableProcessors());
    }
}
