package io.meshlock;

/** Thrown if the node knows no pool of this name, and no settings were given to open it. */
public final class UnknownPoolException extends MeshlockException {

    private static final long serialVersionUID = 1;

    public UnknownPoolException(String pool) {
        super("pool '" + pool + "' is not known here; give its settings to create it");
    }
}
