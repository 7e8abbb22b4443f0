package io.meshlock.link.tcp;

import io.meshlock.keys.KeysException;
import java.security.cert.CertificateException;
import java.util.Locale;

/** Why a TLS handshake failed, in words: libraries say "General OpenSslEngine problem". */
final class TlsWords {

    private TlsWords() {}

    static String of(Throwable failure) {
        int depth = 0;
        for (Throwable cause = failure; cause != null && depth < 10; cause = cause.getCause(), depth++) {
            if (cause instanceof KeysException || cause instanceof CertificateException) {
                return String.valueOf(cause.getMessage());
            }
        }
        String words = String.valueOf(failure.getMessage());
        String small = words.toLowerCase(Locale.ROOT);
        if (small.contains("alert")) {
            return "it does not take this node's certificate, which is of another authority, expired or revoked; its log"
                    + " says more";
        }
        if (failure.getMessage() == null || small.contains("closed") || small.contains("reset")) {
            return "it ended the connection before TLS was there";
        }
        return small.contains("not an ssl/tls record") ? "it does not speak TLS" : "TLS failed: " + words;
    }
}
