package io.meshlock;

/** The node is closed. A request that waited was withdrawn. */
public final class MeshClosedException extends MeshlockException {

    private static final long serialVersionUID = 1;

    public MeshClosedException(String node) {
        super("node '" + node + "' is closed");
    }
}
