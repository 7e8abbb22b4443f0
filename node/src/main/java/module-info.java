/**
 * Meshlock for Java programs: permits and locks shared by the nodes of a mesh.
 *
 * <p>Programs use {@link io.meshlock}. {@link io.meshlock.spi} is for other transports and for journals, {@link
 * io.meshlock.keys} makes keys and certificates, and {@link io.meshlock.metrics} binds metrics to Micrometer, if the
 * program uses it. All other packages are internal and change without notice.
 */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // not all libraries are modules yet
module io.meshlock {
    requires io.meshlock.journal;
    requires io.meshlock.protocol;
    requires com.google.protobuf;
    requires io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.tcnative.classes.openssl;
    requires io.netty.transport;
    requires io.netty.transport.classes.epoll;
    requires it.unimi.dsi.fastutil.core;
    requires org.bouncycastle.pkix;
    requires org.bouncycastle.provider;
    requires org.slf4j;
    requires static org.jspecify;
    requires static micrometer.core;

    exports io.meshlock;
    exports io.meshlock.keys;
    exports io.meshlock.metrics;
    exports io.meshlock.spi;

    uses io.meshlock.NodeLauncher;

    provides io.meshlock.NodeLauncher with
            io.meshlock.internal.Launcher;
}
