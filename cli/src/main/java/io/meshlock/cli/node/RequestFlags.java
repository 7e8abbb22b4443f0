package io.meshlock.cli.node;

import io.meshlock.cli.command.UsageException;
import io.meshlock.cli.terminal.Stopwatch;
import io.meshlock.daemon.run.RunRequest;
import io.meshlock.daemon.time.Durations;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of every command that asks for permits. */
final class RequestFlags {

    private static final int NOT_GRANTED = 75;
    private static final int LARGEST_CODE = 255;

    @Option(
            names = {"-n", "--permits"},
            paramLabel = "H",
            defaultValue = "1",
            description = "How many permits; default ${DEFAULT-VALUE}.")
    private int permits;

    @Option(
            names = {"-p", "--priority"},
            paramLabel = "P",
            defaultValue = "0",
            description = "How urgent; larger goes first; default ${DEFAULT-VALUE}.")
    private int priority;

    @Option(
            names = {"-w", "--wait"},
            paramLabel = "TIME",
            description = "How long to wait at most, such as 10s; 0s asks the mesh once; without it, for ever.")
    private @Nullable String wait;

    @Option(
            names = "--deadline",
            paramLabel = "WHEN",
            description =
                    "When it is wanted at the latest, for pools that order by deadline: 30s from now, or a moment.")
    private @Nullable String deadline;

    @Option(
            names = {"-E", "--not-granted"},
            paramLabel = "CODE",
            defaultValue = "" + NOT_GRANTED,
            description = "The exit code if the permits are not granted; default ${DEFAULT-VALUE}.")
    private int notGranted;

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            description = "How long the node keeps the permits without a sign of life; default: the node's.")
    private @Nullable String lease;

    @Option(names = "--client", paramLabel = "NAME", description = "What others see as the holder's name.")
    private @Nullable String client;

    /** The request; mistakes in flags are told. */
    RunRequest of(String pool, String usualClient) {
        if (permits < 1) {
            throw new UsageException("-n: " + permits + " is out of range; expected at least 1");
        }
        return new RunRequest(
                pool,
                permits,
                priority,
                deadline == null ? null : moment(deadline),
                wait == null ? null : duration("-w", wait),
                lease == null ? null : duration("--lease", lease),
                client == null ? usualClient : client);
    }

    /** The exit code if the permits are not granted. */
    int notGranted() {
        if (notGranted < 0 || notGranted > LARGEST_CODE) {
            throw new UsageException("-E: " + notGranted + " is out of range; expected 0 to " + LARGEST_CODE);
        }
        return notGranted;
    }

    boolean hasLease() {
        return lease != null;
    }

    /** The value of a flag as a duration. */
    static Duration duration(String flag, String text) {
        try {
            return Durations.parse(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException(flag + ": " + e.getMessage());
        }
    }

    private static Instant moment(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            try {
                return Stopwatch.moment().plus(Durations.parse(text));
            } catch (IllegalArgumentException notADurationEither) {
                throw new UsageException("--deadline: '" + text
                        + "' is no moment; expected a duration such as 30s, or a moment such as 2026-11-15T10:00:00Z");
            }
        }
    }
}
