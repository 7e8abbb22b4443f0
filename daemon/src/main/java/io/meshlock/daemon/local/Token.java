package io.meshlock.daemon.local;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Bearer tokens. */
public final class Token {

    private static final int BYTES = 32;

    private Token() {}

    /** A token that nobody can guess. */
    public static String random() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
