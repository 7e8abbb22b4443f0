package io.meshlock;

/**
 * The pool's algorithm broke one of its own rules at this node, which is a bug. The pool stopped here, because going on would
 * be worse; the cause says which rule.
 */
public final class PoolFailedException extends MeshlockException {

    private static final long serialVersionUID = 1;

    public PoolFailedException(String pool, Throwable cause) {
        super("pool '" + pool + "' stopped working at this node: " + cause.getMessage(), cause);
    }
}
