package io.meshlock;

/**
 * Somebody {@linkplain PermitPool#destroy destroyed} the pool. What waited for it was not granted, and what was held is
 * lost. {@link Meshlock#pool(String, PoolConfig)} begins it anew.
 */
public class PoolDestroyedException extends MeshlockException {

    private static final long serialVersionUID = 1;

    /** @param pool the pool's name */
    public PoolDestroyedException(String pool) {
        super("pool '" + pool + "' was destroyed; open it again to begin it anew");
    }
}
