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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
            split = ",",
            description =
                    "The node's API, as http://127.0.0.1:7480 or unix:/run/meshlock/7480.sock; default $MESHLOCK_API, or the "
                            + "socket of the node with port 7480, or http://127.0.0.1:7480. May be given several times, or "
                            + "with commas: the first that answers is asked.")
    private List<String> api = new ArrayList<>();

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
        return clients().get(0);
    }

    /** Clients of all nodes that were named, one that answers first; one that is still starting is waited for. */
    List<DaemonClient> clients() throws InterruptedException {
        Duration wait = RequestFlags.duration("--connect-wait", connectWait);
        String token = token();
        Stopwatch watch = new Stopwatch();
        CountDownLatch never = new CountDownLatch(1); // never counted down: used to sleep between attempts
        while (true) {
            for (int first = 0; first < addresses().size(); first++) {
                if (answers(client(addresses().get(first), token))) {
                    // anew: socket and token may have appeared while a starting node took the call
                    List<DaemonClient> clients = new ArrayList<>();
                    addresses().forEach(address -> clients.add(client(address, token)));
                    Collections.rotate(clients, -first);
                    return clients;
                }
            }
            if (watch.seconds() * 1_000 >= wait.toMillis()) {
                return List.of(client(addresses().get(0), token)); // whatever it is, the command's own call will tell
            }
            never.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** True if somebody answers there, be it with a refusal. */
    private static boolean answers(DaemonClient client) throws InterruptedException {
        try {
            client.get("/api/v1/health");
            return true;
        } catch (DaemonException e) {
            return !e.isNobodyThere();
        }
    }

    private static DaemonClient client(ApiAddress address, @Nullable String token) {
        return token == null ? DaemonClient.of(address) : new DaemonClient(address, token);
    }

    private List<ApiAddress> addresses() {
        List<String> named =
                api.stream().filter(each -> each != null && !each.isBlank()).toList();
        if (named.isEmpty()) {
            return List.of(ApiAddress.ofThisMachine(HttpSettings.DEFAULT_PORT));
        }
        try {
            return named.stream().map(ApiAddress::parse).toList();
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
