package io.meshlock.link.wire;

import java.io.IOException;

/**
 * Thrown if received bytes are not a frame, or a frame is not valid. The message says what is wrong. It is logged and may
 * quote the sender, so it is short and can be printed.
 */
public final class MalformedFrameException extends IOException {

    private static final long serialVersionUID = 1;

    private static final int LONGEST = 300;

    public MalformedFrameException(String message) {
        super(plain(message));
    }

    public MalformedFrameException(String message, Throwable cause) {
        super(plain(message), cause);
    }

    private static String plain(String message) {
        boolean fits = message.length() <= LONGEST;
        return PoolTerms.printable(fits ? message : message.substring(0, LONGEST) + "…");
    }
}
