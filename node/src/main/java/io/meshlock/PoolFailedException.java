package io.meshlock;

/**
 * Thrown if the pool stopped at this node because of a bug: its algorithm violated one of its own invariants. Going on
 * could break mutual exclusion. The cause says which invariant.
 */
public final class PoolFailedException extends MeshlockException {

    private static final long serialVersionUID = 1;

    public PoolFailedException(String pool, Throwable cause) {
        super("pool '" + pool + "' stopped working at this node: " + cause.getMessage(), cause);
    }
}
