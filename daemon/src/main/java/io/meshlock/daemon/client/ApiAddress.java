package io.meshlock.daemon.client;

import io.meshlock.daemon.local.RuntimeFolder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a daemon's API is: {@code http://127.0.0.1:7480}, or {@code unix:/run/meshlock/7480.sock}.
 *
 * @param uri the address for HTTP; at a socket, only its path counts
 * @param socket the socket; null for TCP
 */
public record ApiAddress(URI uri, @Nullable Path socket) {

    /** What to write, for messages. */
    public static final String EXPECTED = "one such as http://127.0.0.1:7480 or unix:/run/meshlock/7480.sock";

    private static final String UNIX = "unix:";
    private static final URI AT_A_SOCKET = URI.create("http://localhost");
    private static final int HTTP_PORT = 80;

    /**
     * Reads an address.
     *
     * @throws IllegalArgumentException if it is none; the message says what was expected
     */
    public static ApiAddress parse(String text) {
        try {
            if (text.startsWith(UNIX) && text.length() > UNIX.length()) {
                return new ApiAddress(AT_A_SOCKET, Path.of(text.substring(UNIX.length())));
            }
            URI uri = URI.create(text);
            if ("http".equals(uri.getScheme()) && uri.getHost() != null) {
                return new ApiAddress(uri, null);
            }
        } catch (IllegalArgumentException e) { // InvalidPathException is one
            // reported below
        }
        throw new IllegalArgumentException("'" + text + "' is no address; expected " + EXPECTED);
    }

    /** The node of this machine whose HTTP API has this port: at its socket if there is one, or else over TCP. */
    public static ApiAddress ofThisMachine(int port) {
        Path socket = RuntimeFolder.ofThisProcess().socket(port);
        return socket == null
                ? new ApiAddress(URI.create("http://127.0.0.1:" + port), null)
                : new ApiAddress(AT_A_SOCKET, socket);
    }

    /** The token that a node of this machine left for its own user; null if there is none, or this user may not read it. */
    public @Nullable String tokenOfThisMachine() {
        if (socket != null || !isLoopback()) {
            return null; // a token is sent nowhere else
        }
        Path file = RuntimeFolder.ofThisProcess().token(uri.getPort() < 0 ? HTTP_PORT : uri.getPort());
        try {
            return file == null ? null : Files.readString(file).trim();
        } catch (IOException e) {
            return null;
        }
    }

    private boolean isLoopback() {
        try {
            return InetAddress.getByName(uri.getHost()).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return socket == null ? uri.toString() : UNIX + socket;
    }
}
