package io.meshlock;

/** Thrown if the node is closed. Requests that were waiting have been withdrawn. */
public final class MeshClosedException extends MeshlockException {

    private static final long serialVersionUID = 1;

    public MeshClosedException(String node) {
        super("node '" + node + "' is closed");
    }
}
