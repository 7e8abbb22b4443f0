package io.meshlock.link.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class TlsWordsTest {

    @Test
    void librariesAreTranslated() {
        Exception admission = new SSLHandshakeException("General OpenSslEngine problem");
        admission.initCause(new CertificateException("not a certificate of mesh 'harbour'"));
        assertThat(TlsWords.of(admission)).isEqualTo("not a certificate of mesh 'harbour'");
        assertThat(TlsWords.of(new SSLHandshakeException(
                        "error:10000438:SSL routines:OPENSSL_internal:TLSV1_ALERT_INTERNAL_ERROR")))
                .startsWith("it does not take this node's certificate");
        assertThat(TlsWords.of(new ClosedChannelException())).isEqualTo("it ended the connection before TLS was there");
        assertThat(TlsWords.of(new SSLException("strange"))).isEqualTo("TLS failed: strange");
    }
}
