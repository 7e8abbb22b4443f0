package io.meshlock;

import java.io.UncheckedIOException;

/**
 * Thrown if the pool stopped at this node: its disk refused a promise that others would count on, or, which is a bug, its
 * algorithm violated one of its own invariants. Going on could break mutual exclusion. The message says which, and what
 * helps. A pool with recovery goes on after a moment, as after a crash of this node; one without stays as it is.
 */
public final class PoolFailedException extends MeshlockException {

    private static final long serialVersionUID = 1;

    public PoolFailedException(String pool, Throwable cause) {
        super("pool '" + pool + "' stopped working at this node: " + reason(cause), cause);
    }

    private static String reason(Throwable cause) {
        Throwable deeper = cause.getCause();
        return cause instanceof UncheckedIOException && deeper != null
                ? cause.getMessage() + " (" + deeper.getMessage()
                        + "); make room on the disk or mend it, and the pool goes on by itself"
                : String.valueOf(cause.getMessage());
    }
}
