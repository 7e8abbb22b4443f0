package io.meshlock.link.tcp;

import io.meshlock.keys.NodeKeys;
import io.meshlock.link.wire.proto.Accept;
import io.meshlock.link.wire.proto.Hello;
import io.meshlock.link.wire.proto.LinkFrame;
import io.meshlock.spi.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** A peer that can break the rules: blocking sockets, the JDK's TLS, hand-made frames. */
final class RawPeer implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 120_000;

    private final Socket socket;

    private RawPeer(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
    }

    /** Without TLS. */
    static RawPeer plain(HostPort place) throws IOException {
        return new RawPeer(new Socket(InetAddress.getLoopbackAddress(), place.port()));
    }

    /** With TLS and these keys, or without any certificate. It trusts every peer. */
    static RawPeer tls(HostPort place, @Nullable NodeKeys keys) throws IOException, GeneralSecurityException {
        return tls(place, context(keys));
    }

    /** With TLS and a context that may remember earlier sessions. */
    static RawPeer tls(HostPort place, SSLContext context) throws IOException {
        SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), place.port());
        RawPeer peer = new RawPeer(socket);
        socket.startHandshake();
        return peer;
    }

    static SSLContext context(@Nullable NodeKeys keys) throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(keys == null ? null : keyManagers(keys), new TrustManager[] {new Trusting()}, null);
        return context;
    }

    private static KeyManager[] keyManagers(NodeKeys keys) throws IOException, GeneralSecurityException {
        char[] none = {};
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, none);
        store.setKeyEntry("node", keys.key(), none, new Certificate[] {keys.certificate()});
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, none);
        return factory.getKeyManagers();
    }

    /** When the TLS session began: a resumed one is as old as the first. */
    long sessionBegan() {
        return ((SSLSocket) socket).getSession().getCreationTime();
    }

    /** What the other end showed. */
    X509Certificate certificate() throws IOException {
        return (X509Certificate) ((SSLSocket) socket).getSession().getPeerCertificates()[0];
    }

    static Hello hello(NodeKeys keys) {
        return Handshake.hello(keys.identity(), 1, LinkTable.Lost.NONE);
    }

    void sayHello(Hello hello) throws IOException {
        say(LinkFrame.newBuilder().setHello(hello).build());
    }

    void say(LinkFrame frame) throws IOException {
        frame.writeDelimitedTo(socket.getOutputStream());
        socket.getOutputStream().flush();
    }

    void sayBytes(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    /** The next frame; null if the other end has closed. */
    @Nullable
    LinkFrame hear() throws IOException {
        return LinkFrame.parseDelimitedFrom(socket.getInputStream());
    }

    /** Sends HELLO and waits for ACCEPT: for peers with a larger number than the node, which is the arbiter. */
    Accept becomeNeighbour(NodeKeys keys) throws IOException {
        sayHello(hello(keys));
        LinkFrame theirs = hear();
        LinkFrame accept = hear();
        if (theirs == null || accept == null || !accept.hasAccept()) {
            throw new IOException("not accepted: " + theirs + accept);
        }
        return accept.getAccept();
    }

    /** Reads until the other end closes the connection. True if it did so in time. */
    boolean isRefused() {
        try {
            while (socket.getInputStream().read() >= 0) {
                // ignore the content
            }
            return true;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private static final class Trusting implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
