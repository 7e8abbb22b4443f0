package io.meshlock.internal;

import io.meshlock.Meshlock;
import io.meshlock.NodeDescription;
import io.meshlock.NodeLauncher;
import io.meshlock.internal.state.StateFolder;
import io.meshlock.keys.NodeKeys;
import io.meshlock.spi.InProcessNetwork;
import io.meshlock.spi.JournalStreams;
import io.meshlock.spi.Peer;
import io.meshlock.spi.Transport;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
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
                    bootstrap(description, links.self()),
                    Incarnations.in(folder),
                    executor(description, links.self()),
                    journals(description.journal(), links.self()),
                    description.maxPools(),
                    description.poolExpiry(),
                    description.pools()));
        } catch (RuntimeException e) {
            state.close();
            throw e;
        }
    }

    private static Executor executor(NodeDescription description, Peer self) {
        Executor given = description.executor();
        return given == null ? new CallbackThreads(self.name()) : given;
    }

    private static BootstrapRecord bootstrap(NodeDescription description, Peer self) {
        List<Integer> voters = voters(description);
        if (!voters.isEmpty() && description.bootstraps()) {
            throw new IllegalArgumentException(
                    "a mesh has either a bootstrap node or a list of voters, here " + voters + ", not both");
        }
        if (voters.size() <= 1) {
            boolean here = description.bootstraps() || voters.contains(self.number());
            return here ? BootstrapRecord.here(description.state()) : BootstrapRecord.never();
        }
        if (voters.contains(self.number()) && description.state() == null) {
            throw new IllegalArgumentException("node " + self + " is one of the first voters " + voters
                    + ", and needs a state folder: others count on what it promises");
        }
        return BootstrapRecord.byVoters(voters, self.number(), description.state());
    }

    /** With keys, those that the mesh's authority has signed. */
    private static List<Integer> voters(NodeDescription description) {
        NodeDescription.Tcp tcp = description.tcp();
        Path keys = tcp == null ? null : tcp.keys();
        if (keys == null) {
            return description.voters();
        }
        if (!description.voters().isEmpty()) {
            throw new IllegalArgumentException("voters: given beside keys; in a mesh with keys its authority names the"
                    + " first voters: './meshlock keys voters'");
        }
        return NodeKeys.load(keys, InstantSource.system()).voters();
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
