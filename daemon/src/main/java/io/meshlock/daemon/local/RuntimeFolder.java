package io.meshlock.daemon.local;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where nodes leave their sockets and tokens, and where commands look for them. A node's files are named by the port of
 * its HTTP API, as {@code 7480.sock} and {@code 7480.token}, since that is what people know of a node.
 *
 * <p>The variable {@code MESHLOCK_RUNTIME} names the folder. Without it a service has the one that systemd made for it,
 * a user {@code $XDG_RUNTIME_DIR/meshlock}, root {@code /run/meshlock}, and where there is none of these it is
 * {@code meshlock-USER} in the folder for temporary files.
 */
public final class RuntimeFolder {

    static final String OVERRIDE = "MESHLOCK_RUNTIME";
    private static final Path SYSTEM = Path.of("/run/meshlock");

    private final Map<String, String> environment;

    RuntimeFolder(Map<String, String> environment) {
        this.environment = environment;
    }

    /** That of this process. */
    public static RuntimeFolder ofThisProcess() {
        return new RuntimeFolder(System.getenv());
    }

    /** Where a node puts its files. */
    Path ofNode() {
        String given = value(OVERRIDE);
        if (given != null) {
            return Path.of(given);
        }
        String bySystemd = value("RUNTIME_DIRECTORY");
        if (bySystemd != null) {
            return Path.of(bySystemd.split(":", 2)[0]);
        }
        Path user = ofUser();
        if (user != null) {
            return user;
        }
        return Files.isWritable(SYSTEM) || Files.isWritable(SYSTEM.getParent()) ? SYSTEM : temporary();
    }

    /** Where commands look, the most likely first. */
    List<Path> ofCommands() {
        String given = value(OVERRIDE);
        if (given != null) {
            return List.of(Path.of(given));
        }
        List<Path> folders = new ArrayList<>();
        Path user = ofUser();
        if (user != null) {
            folders.add(user);
        }
        folders.add(SYSTEM);
        folders.add(temporary());
        return folders;
    }

    private @Nullable Path ofUser() {
        String runtime = value("XDG_RUNTIME_DIR");
        return runtime != null && Files.isDirectory(Path.of(runtime)) && Files.isWritable(Path.of(runtime))
                ? Path.of(runtime, "meshlock")
                : null;
    }

    private static Path temporary() {
        String user = System.getProperty("user.name", "user").replaceAll("[^A-Za-z0-9._-]", "_");
        return Path.of(System.getProperty("java.io.tmpdir"), "meshlock-" + user);
    }

    private @Nullable String value(String variable) {
        String value = environment.get(variable);
        return value == null || value.isBlank() ? null : value;
    }

    // ---- what commands find
    // ------------------------------------------------------------------------------------------

    /** The socket of the node whose HTTP API has this port; null if there is none that this user may use. */
    public @Nullable Path socket(int port) {
        return find(port + ".sock");
    }

    /** The file with the token of that node; null if there is none that this user may read. */
    public @Nullable Path token(int port) {
        return find(port + ".token");
    }

    private @Nullable Path find(String name) {
        return ofCommands().stream()
                .filter(FileRights::isTrustworthy)
                .map(folder -> folder.resolve(name))
                .filter(file -> Files.exists(file) && Files.isReadable(file))
                .findFirst()
                .orElse(null);
    }
}
