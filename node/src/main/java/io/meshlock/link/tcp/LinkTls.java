package io.meshlock.link.tcp;

import io.meshlock.keys.Admission;
import io.meshlock.keys.KeysException;
import io.meshlock.keys.NodeKeys;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.internal.tcnative.SSL;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Mutual TLS 1.3: both ends present a certificate, and {@link Admission} checks the peer's. Trust managers are not asked
 * about a session that is resumed, so there is nothing to resume: servers give out no tickets. {@link Connection} asks
 * {@link Admission} once more in any case.
 */
final class LinkTls {

    private static final String[] VERSIONS = {"TLSv1.3"};

    /** A session's life that is longer than a ticket may live, which is seven days: the JDK then gives out none. */
    private static final int TOO_LONG_FOR_TICKETS_SECONDS = (int) TimeUnit.DAYS.toSeconds(8);

    private final SslContext server;
    private final SslContext client;
    private final long handshakeMillis;
    private final boolean tickets;

    LinkTls(NodeKeys keys, long handshakeMillis) {
        this(keys, handshakeMillis, provider(), false);
    }

    /** @param tickets true, in tests only, to let clients resume sessions */
    LinkTls(NodeKeys keys, long handshakeMillis, SslProvider provider, boolean tickets) {
        this.handshakeMillis = handshakeMillis;
        this.tickets = tickets;
        AdmissionTrustManager trust = new AdmissionTrustManager(keys.admission());
        try {
            SslContextBuilder builder = SslContextBuilder.forServer(keys.key(), keys.certificate())
                    .sslProvider(provider)
                    .protocols(VERSIONS)
                    .trustManager(trust)
                    .clientAuth(ClientAuth.REQUIRE);
            server = tickets ? builder.build() : withoutTickets(builder);
            client = SslContextBuilder.forClient()
                    .sslProvider(provider)
                    .protocols(VERSIONS)
                    .keyManager(keys.key(), keys.certificate())
                    .trustManager(trust)
                    // Nodes are identified by number and name, not by their address.
                    .endpointIdentificationAlgorithm(null)
                    .build();
        } catch (SSLException e) {
            throw new KeysException("the keys of " + keys.identity() + " are not fit for TLS: " + e.getMessage(), e);
        }
    }

    static SslProvider provider() {
        return EventLoops.NATIVES && OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK;
    }

    /** For the natives, each engine says so. */
    private static SslContext withoutTickets(SslContextBuilder builder) throws SSLException {
        return builder.sessionTimeout(TOO_LONG_FOR_TICKETS_SECONDS).build();
    }

    SslHandler handler(ByteBufAllocator allocator, boolean dialled) {
        SslHandler handler = (dialled ? client : server).newHandler(allocator);
        if (!tickets && handler.engine() instanceof ReferenceCountedOpenSslEngine natives) {
            SSL.setOptions(natives.sslPointer(), SSL.SSL_OP_NO_TICKET);
        }
        handler.setHandshakeTimeout(handshakeMillis, TimeUnit.MILLISECONDS);
        handler.setCloseNotifyFlushTimeoutMillis(0);
        return handler;
    }

    /** Lets {@link Admission} decide about certificates. */
    private static final class AdmissionTrustManager extends X509ExtendedTrustManager {

        private final Admission admission;

        AdmissionTrustManager(Admission admission) {
            this.admission = admission;
        }

        private void check(X509Certificate[] chain) throws CertificateException {
            try {
                admission.admit(chain[0]);
            } catch (KeysException e) {
                throw new CertificateException(e.getMessage(), e);
            }
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            check(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(chain);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[] {admission.authority()};
        }
    }
}
