package io.meshlock.link.tcp;

import io.meshlock.keys.Admission;
import io.meshlock.keys.NodeKeys;
import io.meshlock.spi.HostPort;
import io.meshlock.spi.LinkCounter;
import io.meshlock.spi.LinkCounters;
import io.meshlock.spi.LinkEnd;
import io.meshlock.spi.LinkListener;
import io.meshlock.spi.Peer;
import io.meshlock.spi.Transport;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Links over TCP.
 *
 * <pre>{@code
 * NodeKeys keys = NodeKeys.load(Path.of("keys/nodes/drone-7"), InstantSource.system());
 * TcpSettings settings = TcpSettings.secured(keys, incarnation)
 *         .withListen(HostPort.parse("0.0.0.0:7400"))
 *         .withPeers(List.of(HostPort.parse("10.0.0.8:7400")))
 *         .withAnnouncements(new DiscoverySettings(HostPort.parse("239.7.4.0:7400"), List.of("wlan0")));
 * PoolLinks links = PoolLinks.over(new TcpTransport(settings), offers);
 * }</pre>
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures of writes and closes are reported by the channel
public final class TcpTransport implements Transport {

    static final Logger LOG = LoggerFactory.getLogger(TcpTransport.class);

    /** How often keys, revocation list and the dates of certificates are looked at. */
    private static final long KEYS_MILLIS = 1_000;

    /** The shortest time between two log lines about refused connections. */
    private static final long REFUSAL_LOG_MILLIS = 10_000;

    private final TcpSettings settings;
    private final Peer self;
    private final LinkCounters counters = new LinkCounters();
    private final MultiThreadIoEventLoopGroup group;
    private final EventLoop loop;
    private volatile @Nullable Channel server;
    private volatile boolean closed;

    // Used on the event loop only.
    private @Nullable LinkTls tls;
    private final LinkTable table;
    private final Set<Connection> connections = new LinkedHashSet<>();
    private final Strangers<Connection> strangers;
    private final Twins twins = new Twins();
    private final Dialer dialer;
    private @Nullable Discovery discovery;
    private @Nullable LinkListener listener;
    private long instances;
    private long keysAt;
    private long tickedAt;
    private long logRefusalAt;
    private long unloggedRefusals;

    public TcpTransport(TcpSettings settings) {
        this(settings, tls(settings));
    }

    TcpTransport(TcpSettings settings, @Nullable LinkTls tls) {
        this.settings = settings;
        this.tls = tls;
        self = new Peer(settings.identity().number(), settings.identity().name(), settings.incarnation());
        table = new LinkTable(
                self.number(),
                self.incarnation(),
                settings.timings(),
                settings.limits().maxLinks());
        strangers = new Strangers<>(settings.limits().maxLinks());
        group = EventLoops.group(self.name());
        loop = group.next();
        dialer = new Dialer(this, random());
    }

    private static @Nullable LinkTls tls(TcpSettings settings) {
        NodeKeys keys = settings.keys();
        return keys == null ? null : new LinkTls(keys, settings.timings().handshakeMillis());
    }

    /** Decides who gets in. */
    Admission admission() {
        return Objects.requireNonNull(settings.keys()).admission();
    }

    private static RandomGenerator random() {
        return new SplittableRandom(); // spreads dials and announcements; nothing depends on it
    }

    @Override
    public Peer self() {
        return self;
    }

    @Override
    public int maxFrameBytes() {
        return settings.limits().maxFrameBytes();
    }

    @Override
    public LinkCounters counters() {
        return counters;
    }

    @Override
    public OptionalInt listenPort() {
        return server == null ? OptionalInt.empty() : OptionalInt.of(port());
    }

    @Override
    public Optional<Instant> certificateEnd() {
        return Optional.ofNullable(settings.keys())
                .map(keys -> keys.certificate().getNotAfter().toInstant());
    }

    TcpSettings settings() {
        return settings;
    }

    /** The time by a monotonic clock, in milliseconds. */
    long now() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    EventLoop loop() {
        return loop;
    }

    LinkTable table() {
        return table;
    }

    boolean isClosed() {
        return closed;
    }

    // ---- start and end ----------------------------------------------------------------------------------------------

    @Override
    public void start(LinkListener newListener) {
        if (tls == null) {
            LOG.warn(
                    "{}: PLAIN links: nothing is encrypted, and anybody who reaches the port can claim to be any node",
                    self);
        }
        listener = newListener;
        HostPort listen = settings.listen();
        if (listen != null) {
            Channel bound = bind(listen);
            server = bound;
            LOG.info("{} listens on {}", self, bound.localAddress());
        }
        DiscoverySettings announcements = settings.announcements();
        if (announcements != null) {
            discovery = new Discovery(this, announcements, port(), random());
        }
        tickedAt = now();
        long tick = tickMillis();
        loop.scheduleWithFixedDelay(this::tick, 0, tick, TimeUnit.MILLISECONDS);
    }

    /** How often a node checks its links. */
    private long tickMillis() {
        return Math.max(5, Math.min(settings.timings().keepAliveMillis() / 4, 100));
    }

    private Channel bind(HostPort listen) {
        ChannelFuture binding = new ServerBootstrap()
                .group(loop)
                .channel(EventLoops.serverSockets())
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(initializer(null))
                .bind(listen.resolve())
                .awaitUninterruptibly();
        if (!binding.isSuccess()) {
            close();
            throw new UncheckedIOException(new BindException("cannot listen on " + listen + ": " + reason(binding)));
        }
        return binding.channel();
    }

    /** In words: the system's own are "bind(..) failed with error(-98): Address already in use". */
    private static String reason(ChannelFuture binding) {
        String words = String.valueOf(binding.cause().getMessage());
        return words.substring(words.lastIndexOf(": ") < 0 ? 0 : words.lastIndexOf(": ") + 2);
    }

    /** The port that it listens on, once started. */
    public int port() {
        return ((InetSocketAddress)
                        Objects.requireNonNull(server, "not started").localAddress())
                .getPort();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            loop.submit(this::shutDown).syncUninterruptibly();
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
        }
    }

    private void shutDown() {
        Channel listening = server;
        if (listening != null) {
            listening.close();
        }
        if (discovery != null) {
            discovery.close();
        }
        for (Connection connection : List.copyOf(connections)) {
            if (connection.isUp()) {
                connection.goodbye();
            }
        }
        table.links().forEach(link -> lower(link, LinkEnd.SHUT_DOWN));
        List.copyOf(connections).forEach(Connection::close);
    }

    private void tick() {
        if (closed) {
            return;
        }
        try {
            long now = now();
            long stoodStill = Math.max(0, now - tickedAt - 2 * tickMillis());
            tickedAt = now;
            List.copyOf(connections).forEach(connection -> connection.tick(now, stoodStill));
            dialer.tick(now, discovery == null ? List.of() : discovery.tick(now));
            if (now >= keysAt) {
                keysAt = now + KEYS_MILLIS;
                table.prune(now);
                lookAtKeys();
            }
        } catch (RuntimeException e) {
            LOG.error("the periodic check of links failed; it goes on", e);
        }
    }

    /** Takes renewed keys and lists, warns of a certificate that ends, and drops whoever is no longer admitted. */
    private void lookAtKeys() {
        NodeKeys keys = settings.keys();
        if (keys == null) {
            return;
        }
        boolean newList = keys.admission().reload();
        if (keys.reload()) {
            tls = tls(settings);
        }
        String warning = keys.warning();
        if (warning != null) {
            LOG.warn("{}", warning);
        }
        for (Connection connection : List.copyOf(connections)) {
            X509Certificate certificate = connection.certificate();
            if (certificate == null) {
                continue;
            }
            if (!keys.admission().isInForce(certificate)) {
                connection.noLongerAdmitted(LinkEnd.EXPIRED);
            } else if (newList && keys.admission().isRevoked(certificate)) {
                connection.noLongerAdmitted(LinkEnd.REVOKED);
            }
        }
    }

    // ---- connections ------------------------------------------------------------------------------------------------

    Bootstrap bootstrap(Dialer.Target target) {
        return new Bootstrap()
                .group(loop)
                .channel(EventLoops.sockets())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        settings.timings().handshakeMillis())
                .handler(initializer(target));
    }

    private ChannelInitializer<Channel> initializer(Dialer.@Nullable Target target) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                Connection connection = new Connection(TcpTransport.this, target);
                // Outgoing connections are limited by the peers we dial; incoming ones need a limit.
                if (target == null && !admitsCaller(connection, channel)) {
                    channel.close();
                    return;
                }
                LinkTls secured = tls;
                if (secured != null) {
                    channel.pipeline().addLast(secured.handler(channel.alloc(), target != null));
                }
                channel.pipeline().addLast(connection);
            }
        };
    }

    /** Gives a caller a place among the strangers; false if too many that are known are waiting for their link. */
    private boolean admitsCaller(Connection caller, Channel channel) {
        if (connections.size() - strangers.size() >= 2 * settings.limits().maxLinks() + dialer.busy()) {
            counters.count(LinkCounter.TOO_MANY_CONNECTIONS);
            return false;
        }
        Connection oldest = strangers.arrived(caller, address(channel));
        if (oldest != null) {
            counters.count(LinkCounter.TOO_MANY_CONNECTIONS);
            oldest.close();
        }
        return true;
    }

    private static InetAddress address(Channel channel) {
        return channel.remoteAddress() instanceof InetSocketAddress remote && remote.getAddress() != null
                ? remote.getAddress()
                : InetAddress.getLoopbackAddress();
    }

    /** A connection's other end has shown who it is. */
    void introduced(Connection connection) {
        strangers.left(connection);
    }

    /** A node that may be a neighbour has said HELLO. */
    void greeted(Peer peer, String remote) {
        String remark = twins.heard(peer, remote, now());
        if (remark != null) {
            LOG.warn("{}: {}", self, remark);
        }
    }

    /** Another process takes part as this node. */
    void hasTwin(String how) {
        String remark = twins.ofThisNode(self, how, now());
        if (remark != null) {
            LOG.warn("{}", remark);
        }
    }

    @Override
    public List<String> problems() {
        return twins.problems(now());
    }

    void opened(Connection connection) {
        connections.add(connection);
    }

    void closed(Connection connection) {
        connections.remove(connection);
        strangers.left(connection);
    }

    /** The number of connections, with and without a link. */
    int connectionCount() {
        return connections.size();
    }

    /** Logs that a connection was refused, with a limited rate. */
    void logRefusal(String remote, String why) {
        long now = now();
        if (now < logRefusalAt) {
            unloggedRefusals++;
            return;
        }
        String more = unloggedRefusals == 0 ? "" : "; " + unloggedRefusals + " more before";
        LOG.warn("{}: refused {}: {}{}", self, remote, why, more);
        unloggedRefusals = 0;
        logRefusalAt = now + REFUSAL_LOG_MILLIS;
    }

    // ---- links ------------------------------------------------------------------------------------------------------

    TcpLink raise(Channel channel, Peer peer, long session) {
        long now = now();
        TcpLink link = new TcpLink(this, channel, peer, ++instances, session, now);
        table.raise(link, now);
        strangers.linked(address(channel));
        counters.count(LinkCounter.LINKS_UP);
        LOG.info("{}: link {} with {} is up", self, link.instance(), peer);
        link.call(() -> link.setReceiver(Objects.requireNonNull(listener).linkUp(link)));
        return link;
    }

    void lower(TcpLink link, LinkEnd why) {
        if (table.lower(link, why, now())) {
            counters.count(why);
            LOG.info("{}: link {} with {} is down: {}", self, link.instance(), link.peer(), why);
            link.end(why);
            link.channel().close();
        }
    }
}
