package io.meshlock;

/**
 * Thrown if the pool stopped at this node: its algorithm violated one of its own invariants, or a promise could not be
 * written. Going on could break mutual exclusion. The cause says what happened. A pool with recovery goes on after a
 * moment, as after a crash of this node; one without stays as it is.
 */
public final class PoolFailedException extends MeshlockException {

    private static final long serialVersionUID = 1;

    public PoolFailedException(String pool, Throwable cause) {
        super("pool '" + pool + "' stopped working at this node: " + cause.getMessage(), cause);
    }
}
