package io.meshlock;

/** The base of all exceptions that say that Meshlock cannot do what was asked. */
public class MeshlockException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public MeshlockException(String message) {
        super(message);
    }

    public MeshlockException(String message, Throwable cause) {
        super(message, cause);
    }
}
