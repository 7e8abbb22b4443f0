package io.meshlock.link.tcp;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SelectStrategyFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.channels.spi.SelectorProvider;

/** Chooses epoll on Linux and the JDK's selectors elsewhere. {@code -Dmeshlock.natives=false} forces the JDK's. */
final class EventLoops {

    static final boolean NATIVES = !"false".equals(System.getProperty("meshlock.natives"));
    private static final boolean EPOLL = NATIVES && Epoll.isAvailable();

    private EventLoops() {}

    /** A group of one thread. */
    static MultiThreadIoEventLoopGroup group(String node) {
        SelectStrategyFactory sleep = SpinThenSelect.factory();
        IoHandlerFactory factory = EPOLL
                ? EpollIoHandler.newFactory(0, sleep)
                : NioIoHandler.newFactory(SelectorProvider.provider(), sleep);
        return new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("meshlock-links-" + node, true), factory);
    }

    static Class<? extends SocketChannel> sockets() {
        return EPOLL ? EpollSocketChannel.class : NioSocketChannel.class;
    }

    static Class<? extends ServerSocketChannel> serverSockets() {
        return EPOLL ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    }

    static DatagramChannel datagrams(InetAddress group) {
        SocketProtocolFamily family =
                group instanceof Inet4Address ? SocketProtocolFamily.INET : SocketProtocolFamily.INET6;
        return EPOLL ? new EpollDatagramChannel(family) : new NioDatagramChannel(family);
    }
}
