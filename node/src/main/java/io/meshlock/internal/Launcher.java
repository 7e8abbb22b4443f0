package io.meshlock.internal;

import io.meshlock.Meshlock;
import io.meshlock.NodeDescription;
import io.meshlock.NodeLauncher;
import io.meshlock.internal.state.StateFolder;
import io.meshlock.spi.InProcessNetwork;
import io.meshlock.spi.JournalStreams;
import io.meshlock.spi.Peer;
import io.meshlock.spi.Transport;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts nodes from their descriptions. Loaded by {@link java.util.ServiceLoader}, and public only because of that. */
public final class Launcher implements NodeLauncher {

    private static final Logger LOG = LoggerFactory.getLogger(Launcher.class);

    @Override
    public Meshlock launch(NodeDescription description) {
        Transport links = transport(description);
        Path folder = description.state();
        StateFolder state = folder == null
                ? StateFolder.none()
                : StateFolder.open(folder, links.self().number());
        warn(description, links.self());
        try {
            return Node.start(new NodeSetup(
                    links,
                    state,
                    description.bootstraps() ? BootstrapRecord.here(folder) : BootstrapRecord.never(),
                    Incarnations.in(folder),
                    executor(description, links.self()),
                    journals(description.journal(), links.self()),
                    description.maxPools()));
        } catch (RuntimeException e) {
            state.close();
            throw e;
        }
    }

    private static Executor executor(NodeDescription description, Peer self) {
        Executor given = description.executor();
        return given == null ? new CallbackThreads(self.name()) : given;
    }

    /** A bootstrap node of a mesh that forgets its pools makes them twice; whoever wants that says so. */
    private static void warn(NodeDescription description, Peer self) {
        boolean alone = description.tcp() == null && description.transport() == null;
        if (description.bootstraps() && description.state() == null && !description.ephemeral() && !alone) {
            LOG.warn(
                    "node {} bootstraps pools and keeps nothing: started again, it begins them anew beside those of the"
                            + " mesh. Give it a folder with state(…), or say ephemeral()",
                    self);
        }
    }

    private static Function<String, PoolJournal> journals(@Nullable JournalStreams streams, Peer self) {
        return streams == null
                ? pool -> PoolJournal.NONE
                : pool -> PoolJournal.open(streams, pool, self.number(), self.name());
    }

    private static Transport transport(NodeDescription description) {
        Transport given = description.transport();
        NodeDescription.Tcp tcp = description.tcp();
        if (given != null && tcp != null) {
            throw new IllegalArgumentException("a node has either a transport of its own or TCP links, not both");
        }
        if (given != null) {
            return given;
        }
        String name = description.name();
        if (tcp != null) {
            return TcpLinks.transport(tcp, name);
        }
        return new InProcessNetwork(Runnable::run).join(1, name == null ? "node" : name); // a network of one
    }
}
