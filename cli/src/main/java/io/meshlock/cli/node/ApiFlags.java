package io.meshlock.cli.node;

import io.meshlock.cli.command.UsageException;
import io.meshlock.cli.terminal.Stopwatch;
import io.meshlock.daemon.client.ApiAddress;
import io.meshlock.daemon.client.DaemonClient;
import io.meshlock.daemon.client.DaemonException;
import io.meshlock.daemon.http.HttpSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of every command that talks to a running node. */
final class ApiFlags {

    private static final long LOOK_MILLIS = 100;

    @Option(
            names = "--api",
            paramLabel = "URL",
            defaultValue = "${env:MESHLOCK_API}",
            description =
                    "The node's API, as http://127.0.0.1:7480 or unix:/run/meshlock/7480.sock; default $MESHLOCK_API, or the "
                            + "socket of the node with port 7480, or http://127.0.0.1:7480.")
    private @Nullable String api;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            defaultValue = "${env:MESHLOCK_TOKEN_FILE}",
            description =
                    "The file with the access token; default $MESHLOCK_TOKEN_FILE, or the one that a node of this machine "
                            + "and user left.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--connect-wait",
            paramLabel = "TIME",
            defaultValue = "10s",
            description = "How long to wait for a node that is still starting; default ${DEFAULT-VALUE}.")
    private String connectWait = "10s";

    @Option(names = "--verbose", description = "Show where an error came from.")
    @SuppressWarnings("UnusedVariable") // read by Failures
    private boolean verbose;

    /** A client of a node that answers; one that is still starting is waited for. */
    DaemonClient client() throws InterruptedException {
        Duration wait = RunCommand.duration("--connect-wait", connectWait);
        String token = token();
        Stopwatch watch = new Stopwatch();
        CountDownLatch never = new CountDownLatch(1); // never counted down: used to sleep between attempts
        while (true) {
            DaemonClient client = client(token);
            try {
                client.get("/api/v1/health");
                return client(token); // anew: socket and token may have appeared while a starting node took the call
            } catch (DaemonException e) {
                if (!e.isNobodyThere() || watch.seconds() * 1_000 >= wait.toMillis()) {
                    return client; // whatever it is, the command's own call will tell
                }
            }
            never.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private DaemonClient client(@Nullable String token) {
        ApiAddress address = address();
        return token == null ? DaemonClient.of(address) : new DaemonClient(address, token);
    }

    private ApiAddress address() {
        if (api == null || api.isBlank()) {
            return ApiAddress.ofThisMachine(HttpSettings.DEFAULT_PORT);
        }
        try {
            return ApiAddress.parse(api);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--api: " + e.getMessage());
        }
    }

    private @Nullable String token() {
        if (tokenFile == null || tokenFile.toString().isEmpty()) {
            return null;
        }
        try {
            return Files.readString(tokenFile).trim();
        } catch (IOException e) {
            throw new UsageException("--token-file: '" + tokenFile + "' cannot be read; expected a file with a token");
        }
    }
}
