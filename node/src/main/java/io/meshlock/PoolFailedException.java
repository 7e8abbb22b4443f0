package io.meshlock;

import java.io.UncheckedIOException;

/**
 * Thrown if the pool stopped at this node: its disk refused a promise that others would count on, or, which is a bug, its
 * algorithm violated one of its own invariants. Going on could break mutual exclusion. The message says which, and what
 * helps.
 */
public final class PoolFailedException extends MeshlockException {

    private static final long serialVersionUID = 1;

    public PoolFailedException(String pool, Throwable cause) {
        super("pool '" + pool + "' stopped working at this node: " + reason(cause), cause);
    }

    private static String reason(Throwable cause) {
        return cause instanceof UncheckedIOException io
                ? io.getMessage() + " (" + io.getCause().getMessage()
                        + "); make room on the disk or mend it, then restart the node"
                : String.valueOf(cause.getMessage());
    }
}
