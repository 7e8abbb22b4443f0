package io.meshlock.keys;

/** Keys that are missing, broken, or not fit for their purpose. The message is one line that names the file or node. */
public final class KeysException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public KeysException(String message) {
        super(message);
    }

    public KeysException(String message, Throwable cause) {
        super(message, cause);
    }
}
