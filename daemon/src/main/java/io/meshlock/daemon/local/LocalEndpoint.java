package io.meshlock.daemon.local;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A node's socket and token file, from start to end.
 *
 * <p>A socket is bound in a folder that nobody else can enter, gets its rights, and is then moved to its place: at no
 * moment can somebody connect who may not, and a socket that a killed process left is replaced in one step. One at
 * which somebody answers is never touched. No lock files: a process loses its locks on a file when it closes
 * <i>any</i> channel to it.
 */
public final class LocalEndpoint implements AutoCloseable {

    private static final String SOCKET = ".sock";
    private static final String TOKEN = ".token";

    /** The system's limit on the path of a socket is 107 bytes on Linux and 103 on others. */
    private static final int LONGEST_PATH = 103;

    private static final int MOST_SWEPT = 1_000;

    private final Path socket;
    private final Path token;
    private final @Nullable String group;
    private String written = "";
    private @Nullable Object published;

    private LocalEndpoint(Path socket, @Nullable String group) {
        this.socket = socket;
        this.token = beside(socket);
        this.group = group;
    }

    /**
     * Takes the place of a node's socket and writes its token.
     *
     * @param port the port of its HTTP API
     * @throws IOException if another node has the place, or the folder cannot be used; the message is one line
     */
    public static LocalEndpoint open(LocalAccess access, int port, String value) throws IOException {
        LocalEndpoint endpoint = new LocalEndpoint(freePlace(access, port), access.group());
        endpoint.token(value);
        return endpoint;
    }

    /**
     * Makes sure that a socket can be bound and given to its group, and takes it away again: before a node joins a mesh
     * that it would have to leave at once.
     *
     * @throws IOException as {@link #open}
     */
    public static void check(LocalAccess access, int port) throws IOException {
        LocalEndpoint endpoint = new LocalEndpoint(freePlace(access, port), access.group());
        Path cradle = endpoint.cradle();
        try (ServerSocketChannel trial = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            trial.bind(UnixDomainSocketAddress.of(cradle));
            endpoint.giveRights(cradle);
        } finally {
            Files.deleteIfExists(cradle);
            Files.deleteIfExists(Objects.requireNonNull(cradle.getParent()));
        }
    }

    /** The place of a socket, in a folder that is there, and at which nobody listens. */
    private static Path freePlace(LocalAccess access, int port) throws IOException {
        Path socket = access.socket() == null
                ? RuntimeFolder.ofThisProcess().ofNode().resolve(port + SOCKET)
                : access.socket();
        socket = socket.toAbsolutePath().normalize();
        if (socket.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_PATH) {
            throw new IOException(
                    "'" + socket + "' is too long for a socket; expected at most " + LONGEST_PATH + " bytes");
        }
        Path folder = Objects.requireNonNull(socket.getParent());
        FileRights.makeFolder(folder, access.group() != null || folder.startsWith("/run"));
        sweep(folder);
        if (Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(
                    isSocket(socket)
                            ? "another node answers at '" + socket + "'; expected a port or a socket of its own"
                            : "'" + socket + "' is there and is no socket; expected a free path");
        }
        return socket;
    }

    private static Path beside(Path socket) {
        String name = String.valueOf(socket.getFileName());
        String stem = name.endsWith(SOCKET) ? name.substring(0, name.length() - SOCKET.length()) : name;
        return socket.resolveSibling(stem + TOKEN);
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean isSocket(Path path) throws IOException {
        return attributes(path).isOther();
    }

    // ---- what others left -------------------------------------------------------------------------------------------

    /** Removes the sockets of processes that are no more, with their tokens. */
    private static void sweep(Path folder) throws IOException {
        int seen = 0;
        try (DirectoryStream<Path> sockets = Files.newDirectoryStream(folder, "*" + SOCKET)) {
            for (Path other : sockets) {
                if (++seen > MOST_SWEPT) {
                    return;
                }
                removeIfLeftOver(other);
            }
        }
    }

    private static void removeIfLeftOver(Path other) {
        try {
            if (isSocket(other) && nobodyListens(other)) {
                Files.deleteIfExists(other);
                Files.deleteIfExists(beside(other));
            }
        } catch (IOException e) {
            // Somebody else's, or gone: it does no harm.
        }
    }

    /** Without waiting: the process behind it may have been stopped. Whatever is not a plain refusal counts as alive. */
    private static boolean nobodyListens(Path other) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.configureBlocking(false);
            channel.connect(UnixDomainSocketAddress.of(other));
            return false;
        } catch (ConnectException e) {
            return true;
        }
    }

    // ---- its own ----------------------------------------------------------------------------------------------------

    /** Where the socket is, or will be. */
    public Path socket() {
        return socket;
    }

    /** Whether nobody but the node's own user and root can connect. */
    boolean isForOwnerOnly() {
        return group == null;
    }

    /** The file with the token. */
    public Path tokenFile() {
        return token;
    }

    /** Writes another token. Readers find the old one or the new one, never half of one. */
    public synchronized void token(String value) throws IOException {
        Path draft = Files.createTempFile(
                Objects.requireNonNull(token.getParent()),
                ".",
                TOKEN,
                FileRights.attributes(token, FileRights.OWNER_ONLY));
        Files.writeString(draft, value + "\n");
        Files.move(draft, token, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        written = value;
    }

    /** A path in a folder that nobody else can enter, at which the socket is to be bound. */
    public Path cradle() throws IOException {
        return Files.createTempDirectory(Objects.requireNonNull(socket.getParent()), ".")
                .resolve("s");
    }

    private void giveRights(Path bound) throws IOException {
        FileRights.set(bound, group == null ? FileRights.OWNER_ONLY : FileRights.OWNER_AND_GROUP, group);
    }

    /** Gives a socket that was bound in its cradle its rights, and moves it to its place. */
    public synchronized void publish(Path bound) throws IOException {
        giveRights(bound);
        published = attributes(bound).fileKey();
        Files.move(bound, socket, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Files.delete(Objects.requireNonNull(bound.getParent()));
    }

    /** Removes both files, unless somebody else's are there by now. */
    @Override
    public synchronized void close() {
        try {
            if (Files.exists(socket, LinkOption.NOFOLLOW_LINKS)
                    && Objects.equals(attributes(socket).fileKey(), published)) {
                Files.delete(socket);
            }
            if (Files.exists(token) && Files.readString(token).trim().equals(written)) {
                Files.delete(token);
            }
        } catch (IOException e) {
            // The next node at this place replaces them.
        }
    }
}
