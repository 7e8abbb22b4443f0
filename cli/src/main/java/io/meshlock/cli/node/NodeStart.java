package io.meshlock.cli.node;

import io.javalin.util.JavalinException;
import io.meshlock.Meshlock;
import io.meshlock.MeshlockException;
import io.meshlock.cli.command.UnavailableException;
import io.meshlock.cli.command.UsageException;
import io.meshlock.daemon.Daemon;
import io.meshlock.daemon.Extension;
import io.meshlock.daemon.config.NodeConfig;
import io.meshlock.daemon.page.LiveFeed;
import io.meshlock.spi.JournalStreams;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Starts a node. Failures of the system, such as an address that is taken, become one-line errors. */
final class NodeStart {

    private NodeStart() {}

    /** Makes sure that the HTTP API can have its address and its socket, before the node says a word to others. */
    static void checkHttp(NodeConfig config) {
        try {
            Daemon.check(config.http());
        } catch (IOException e) {
            throw unusable(config, String.valueOf(e.getMessage()));
        } catch (UncheckedIOException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    private static UnavailableException unusable(NodeConfig config, String why) {
        return new UnavailableException("--http: " + config.http().host() + ":"
                + config.http().port() + " cannot be used (" + why + "); expected a free address");
    }

    /** The feed of its page: the node's events, and its map of the mesh. */
    static LiveFeed feed(NodeConfig config) {
        String title = config.name() == null ? "" : config.name();
        JournalStreams journals = config.journals();
        return journals == null ? LiveFeed.open(title) : LiveFeed.beside(title, journals);
    }

    /** Starts a node that can be watched. */
    static Meshlock mesh(NodeConfig config, LiveFeed feed) {
        Meshlock mesh = start(config, feed.journal());
        feed.followMap(mesh);
        return mesh;
    }

    static Meshlock mesh(NodeConfig config) {
        return start(config, config.journals());
    }

    private static Meshlock start(NodeConfig config, @Nullable JournalStreams journals) {
        try {
            return config.start(journals);
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof BindException) {
                throw new UnavailableException(
                        "the node cannot start: " + e.getCause().getMessage());
            }
            throw new UsageException("the node cannot start: " + words(e));
        } catch (MeshlockException | IllegalArgumentException e) {
            throw new UsageException("the node cannot start: " + e.getMessage());
        }
    }

    /** Without the names of Java's exceptions. */
    private static String words(UncheckedIOException e) {
        IOException cause = Objects.requireNonNull(e.getCause());
        String inner = String.valueOf(cause.getMessage());
        String outer = String.valueOf(e.getMessage());
        if (outer.endsWith(inner) && !outer.equals(String.valueOf(cause))) {
            return outer; // it says why already
        }
        String plain = outer.equals(String.valueOf(cause)) ? "" : outer + ": ";
        String why = cause instanceof FileSystemException file && file.getReason() == null
                ? file.getFile() + " (" + cause.getClass().getSimpleName().replace("Exception", "") + ")"
                : inner;
        return plain + why;
    }

    static Daemon daemon(Meshlock mesh, NodeConfig config, List<Extension> extensions) {
        try {
            return Daemon.start(mesh, config.http(), extensions);
        } catch (JavalinException e) {
            throw unusable(config, String.valueOf(e.getMessage()));
        } catch (UncheckedIOException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }
}
