package io.meshlock.daemon.local;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import jdk.net.ExtendedSocketOptions;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.unixdomain.server.UnixDomainServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * Serves a daemon's HTTP API at a Unix domain socket. The kernel says who is at the other end, and each call carries
 * that as an attribute. It has threads and connections of its own, so that nobody who calls over TCP takes them.
 */
public final class UnixConnector implements AutoCloseable {

    /** The attribute of a call that holds its {@link LocalPeer}; without it the call came over TCP. */
    public static final String PEER = "io.meshlock.peer";

    private static final int MOST_THREADS = 64;
    private static final int MOST_CONNECTIONS = 5_000;

    private final LocalEndpoint endpoint;
    private final UnixDomainServerConnector connector;
    private final QueuedThreadPool threads;
    private final Map<EndPoint, LocalPeer> peers = Collections.synchronizedMap(new WeakHashMap<>());
    private @Nullable UserPrincipal self;
    private @Nullable UserPrincipal root;

    private UnixConnector(Server server, HttpConfiguration like, LocalEndpoint endpoint) {
        this.endpoint = endpoint;
        this.threads = new QueuedThreadPool(MOST_THREADS, 2);
        threads.setName("meshlock-local");
        threads.setDaemon(true);
        HttpConfiguration http = new HttpConfiguration(like);
        http.addCustomizer(this::introduce);
        this.connector =
                new UnixDomainServerConnector(server, threads, null, null, 1, 1, new HttpConnectionFactory(http));
        connector.addBean(threads);
        connector.addBean(new NetworkConnectionLimit(MOST_CONNECTIONS, connector));
    }

    /** Begins to serve. What fails is told in one line. */
    public static UnixConnector start(Server server, HttpConfiguration like, LocalEndpoint endpoint)
            throws IOException {
        UnixConnector unix = new UnixConnector(server, like, endpoint);
        try {
            Path bound = endpoint.cradle();
            unix.connector.setUnixDomainPath(bound);
            server.addConnector(unix.connector);
            unix.connector.start();
            unix.self = Files.getOwner(bound, LinkOption.NOFOLLOW_LINKS);
            unix.root = lookUpRoot();
            endpoint.publish(bound);
            return unix;
        } catch (IOException e) {
            unix.close();
            throw e;
        } catch (Exception e) { // what Jetty's start declares
            unix.close();
            throw new IOException("no socket at '" + endpoint.socket() + "' (" + e.getMessage() + ")", e);
        }
    }

    private static @Nullable UserPrincipal lookUpRoot() {
        try {
            return FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName("root");
        } catch (IOException | UnsupportedOperationException e) {
            return null;
        }
    }

    private Request introduce(Request request, HttpFields.Mutable unused) {
        EndPoint end = request.getConnectionMetaData().getConnection().getEndPoint();
        request.setAttribute(PEER, peers.computeIfAbsent(end, this::peer));
        return request;
    }

    /** Where the kernel does not tell, the rights of the socket have let in nobody but its owner, root and its group. */
    private LocalPeer peer(EndPoint end) {
        if (end instanceof SocketChannelEndPoint socket) {
            try {
                SocketChannel channel = socket.getChannel();
                if (channel.supportedOptions().contains(ExtendedSocketOptions.SO_PEERCRED)) {
                    UserPrincipal user =
                            channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
                    return new LocalPeer(user.getName(), user.equals(self) || user.equals(root));
                }
            } catch (IOException e) {
                // It has closed the connection already.
            }
        }
        return new LocalPeer("somebody", endpoint.isForOwnerOnly());
    }

    /** Where it listens. */
    public LocalEndpoint endpoint() {
        return endpoint;
    }

    /** Ends it; calls under way end with the server. */
    @Override
    public void close() {
        try {
            connector.stop();
        } catch (Exception e) { // what Jetty's stop declares
            // It ends with the process.
        }
        endpoint.close();
    }
}
