package io.meshlock.cli.node;

import io.meshlock.cli.command.UsageException;
import io.meshlock.daemon.client.DaemonClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of every command that talks to a running node. */
final class ApiFlags {

    @Option(
            names = "--api",
            paramLabel = "URL",
            defaultValue = "${env:MESHLOCK_API:-http://127.0.0.1:7480}",
            description = "The node's HTTP API; default $MESHLOCK_API, or http://127.0.0.1:7480.")
    private String api = "";

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            defaultValue = "${env:MESHLOCK_TOKEN_FILE}",
            description = "The file with the access token; default $MESHLOCK_TOKEN_FILE.")
    private @Nullable Path tokenFile;

    @Option(names = "--verbose", description = "Show where an error came from.")
    @SuppressWarnings("UnusedVariable") // read by Failures
    private boolean verbose;

    DaemonClient client() {
        return new DaemonClient(address(), token());
    }

    private URI address() {
        try {
            URI uri = URI.create(api);
            if ("http".equals(uri.getScheme()) && uri.getHost() != null) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // reported below
        }
        throw new UsageException("--api: '" + api + "' is no address; expected one such as http://127.0.0.1:7480");
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
