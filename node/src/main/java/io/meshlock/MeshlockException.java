package io.meshlock;

/** Something that Meshlock cannot do. The subtypes say what. */
public class MeshlockException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public MeshlockException(String message) {
        super(message);
    }

    public MeshlockException(String message, Throwable cause) {
        super(message, cause);
    }
}
