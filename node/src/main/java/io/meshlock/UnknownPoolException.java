package io.meshlock;

/** No pool of this name is known here, and no settings were given to create it. */
public final class UnknownPoolException extends MeshlockException {

    private static final long serialVersionUID = 1;

    public UnknownPoolException(String pool) {
        super("pool '" + pool + "' is not known here; give its settings to create it");
    }
}
