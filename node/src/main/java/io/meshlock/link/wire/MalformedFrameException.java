package io.meshlock.link.wire;

import java.io.IOException;

/** Thrown if received bytes are not a frame, or a frame is not valid. The message says what is wrong. */
public final class MalformedFrameException extends IOException {

    private static final long serialVersionUID = 1;

    public MalformedFrameException(String message) {
        super(message);
    }

    public MalformedFrameException(String message, Throwable cause) {
        super(message, cause);
    }
}
