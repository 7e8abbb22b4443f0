package io.meshlock.testbed.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.daemon.client.ApiAddress;
import io.meshlock.daemon.client.DaemonClient;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@code meshlock node} as a process of its own.
 *
 * @param program the process
 * @param api the address of its HTTP API
 */
record RunningNode(Program program, URI api) implements AutoCloseable {

    private static final Pattern ADDRESS = Pattern.compile("HTTP at (http://\\S+)");

    /** Starts a node with these flags, at a free port for HTTP, and waits until it answers there. */
    static RunningNode start(Path folder, String... flags) {
        return start(folder, Map.of(), flags);
    }

    /** The same, with these variables in its environment. */
    static RunningNode start(Path folder, Map<String, String> environment, String... flags) {
        return answering(Program.start(folder, environment, arguments(flags)));
    }

    /** The arguments of a node with these flags, at a free port for HTTP. */
    static String[] arguments(String... flags) {
        List<String> args = new ArrayList<>(List.of("node", "--http", "127.0.0.1:0"));
        args.addAll(List.of(flags));
        return args.toArray(String[]::new);
    }

    /** Waits until a node that was started answers. */
    static RunningNode answering(Program program) {
        try {
            Matcher address = ADDRESS.matcher(program.awaitOutput("HTTP at "));
            assertThat(address.find()).isTrue();
            return new RunningNode(program, URI.create(address.group(1)));
        } catch (RuntimeException e) {
            program.close();
            throw e;
        }
    }

    /** A free port. */
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** A client with the token that the node left for its own user. */
    DaemonClient client() {
        return DaemonClient.of(new ApiAddress(api, null));
    }

    /** Tells it to stop, and expects that it does so in good order. */
    void stop() {
        program.signal("TERM");
        assertThat(program.exitCode()).as(program.err()).isZero();
    }

    /** Ends it at once if it runs still. */
    @Override
    public void close() {
        program.close();
    }
}
