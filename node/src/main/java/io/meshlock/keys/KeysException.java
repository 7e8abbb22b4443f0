package io.meshlock.keys;

/** Thrown if keys are missing, damaged or not usable. The message is one line that names the file or node. */
public final class KeysException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public KeysException(String message) {
        super(message);
    }

    public KeysException(String message, Throwable cause) {
        super(message, cause);
    }
}
