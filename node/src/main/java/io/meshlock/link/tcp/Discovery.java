package io.meshlock.link.tcp;

import com.google.protobuf.InvalidProtocolBufferException;
import io.meshlock.link.wire.proto.Announcement;
import io.meshlock.spi.LinkCounter;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.DatagramPacket;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Sends discovery announcements on the chosen interfaces, and receives those of others. Used on the event loop only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures of writes and closes are reported by the channel
final class Discovery {

    /** The magic number of announcements: "MSHL". */
    static final int MAGIC = 0x4D53484C;

    /** The largest size of an announcement; longer datagrams are ignored. */
    private static final int MAX_BYTES = 512;

    private final TcpTransport transport;
    private final RandomGenerator random;
    private final InetSocketAddress group;
    private final DiscoveredPeers candidates;
    private final List<DatagramChannel> channels = new ArrayList<>();
    private final byte[] announcement;
    private long nextAt;

    Discovery(TcpTransport transport, DiscoverySettings settings, int tcpPort, RandomGenerator random) {
        this.transport = transport;
        this.random = random;
        group = settings.group().resolve();
        candidates = new DiscoveredPeers(
                transport.self().number(), transport.settings().timings().announcementMillis(), random);
        announcement = Announcement.newBuilder()
                .setMagic(MAGIC)
                .setMesh(transport.settings().identity().mesh())
                .setNumber(transport.self().number())
                .setName(transport.self().name())
                .setPort(tcpPort)
                .setIncarnation(transport.self().incarnation())
                .build()
                .toByteArray();
        for (NetworkInterface on : interfaces(settings)) {
            channels.add(open(on));
        }
    }

    private List<NetworkInterface> interfaces(DiscoverySettings settings) {
        try {
            if (settings.interfaces().isEmpty()) {
                return NetworkInterface.networkInterfaces()
                        .filter(Discovery::canMulticast)
                        .toList();
            }
            List<NetworkInterface> chosen = new ArrayList<>();
            for (String name : settings.interfaces()) {
                NetworkInterface found = NetworkInterface.getByName(name);
                if (found == null) {
                    throw new IllegalArgumentException("no network interface '" + name + "'; expected one of "
                            + NetworkInterface.networkInterfaces()
                                    .map(NetworkInterface::getName)
                                    .toList());
                }
                chosen.add(found);
            }
            return chosen;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean canMulticast(NetworkInterface candidate) {
        try {
            return candidate.isUp() && candidate.supportsMulticast();
        } catch (IOException e) {
            return false;
        }
    }

    private DatagramChannel open(NetworkInterface on) {
        InetAddress address = group.getAddress();
        Bootstrap bootstrap = new Bootstrap()
                .group(transport.loop())
                .channelFactory(() -> EventLoops.datagrams(address))
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.SO_BROADCAST, true)
                .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(MAX_BYTES + 1))
                .handler(new Listener(on));
        if (address.isMulticastAddress()) {
            bootstrap.option(ChannelOption.IP_MULTICAST_IF, on);
        }
        DatagramChannel channel = (DatagramChannel)
                bootstrap.bind(group.getPort()).syncUninterruptibly().channel();
        if (address.isMulticastAddress()) {
            channel.joinGroup(group, on).syncUninterruptibly();
        }
        return channel;
    }

    /** Sends an announcement if it is time to; returns the peers worth dialling. */
    List<DiscoveredPeers.Sighting> tick(long now) {
        if (now >= nextAt) {
            long interval = transport.settings().timings().announcementMillis();
            nextAt = now + interval - interval / 10 + random.nextLong(interval / 5 + 1);
            for (DatagramChannel channel : channels) {
                transport.counters().count(LinkCounter.ANNOUNCEMENTS_SENT);
                channel.writeAndFlush(new DatagramPacket(Unpooled.wrappedBuffer(announcement), group));
            }
        }
        return candidates.near(now);
    }

    void close() {
        channels.forEach(DatagramChannel::close);
    }

    private final class Listener extends SimpleChannelInboundHandler<DatagramPacket> {

        private final NetworkInterface on;

        Listener(NetworkInterface on) {
            this.on = on;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, DatagramPacket packet) {
            Announcement heard = isOnLink(on, packet.sender().getAddress()) ? read(packet) : null;
            boolean taken = heard != null
                    && candidates.heard(
                            heard.getNumber(),
                            new InetSocketAddress(packet.sender().getAddress(), heard.getPort()),
                            transport.now());
            transport.counters().count(taken ? LinkCounter.ANNOUNCEMENTS_RECEIVED : LinkCounter.ANNOUNCEMENTS_IGNORED);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            TcpTransport.LOG.debug("announcement failed", cause); // happens when a radio is switched off
        }
    }

    /**
     * True if an address may be that of a machine on the interface's own network. Announcements are not routed, but the
     * port is open on all addresses, and anybody could send to it from afar.
     */
    static boolean isOnLink(NetworkInterface on, InetAddress sender) {
        boolean alone = true;
        for (InterfaceAddress own : on.getInterfaceAddresses()) {
            byte[] ours = own.getAddress().getAddress();
            int prefix = own.getNetworkPrefixLength();
            if (ours.length != sender.getAddress().length) {
                continue;
            }
            if (prefix < ours.length * Byte.SIZE - 1) {
                alone = false;
            }
            if (isSame(ours, sender.getAddress(), prefix)) {
                return true;
            }
        }
        return alone; // point to point, or without addresses: there is no network to compare with
    }

    private static boolean isSame(byte[] one, byte[] other, int bits) {
        for (int i = 0; i < bits; i++) {
            int mask = 0x80 >> (i % Byte.SIZE);
            if (((one[i / Byte.SIZE] ^ other[i / Byte.SIZE]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Parses an announcement of another node of this mesh; null if it is none. */
    private @Nullable Announcement read(DatagramPacket packet) {
        if (packet.content().readableBytes() > MAX_BYTES) {
            return null;
        }
        try {
            Announcement heard = Announcement.parseFrom(ByteBufUtil.getBytes(packet.content()));
            boolean fits = heard.getMagic() == MAGIC
                    && heard.getMesh().equals(transport.settings().identity().mesh())
                    && heard.getNumber() >= 0
                    && heard.getNumber() != transport.self().number()
                    && heard.getPort() > 0
                    && heard.getPort() <= 0xFFFF;
            return fits ? heard : null;
        } catch (InvalidProtocolBufferException e) {
            return null;
        }
    }
}
