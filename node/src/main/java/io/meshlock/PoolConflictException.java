package io.meshlock;

/** Thrown if a pool of this name exists with other settings. Use the same settings, or choose another name. */
public final class PoolConflictException extends MeshlockException {

    private static final long serialVersionUID = 1;

    /**
     * @param wanted the settings asked for here
     * @param where the node that has other settings
     * @param existing that node's settings
     */
    public PoolConflictException(String pool, Object wanted, String where, Object existing) {
        super("pool '" + pool + "' was asked for with " + wanted + ", but " + where + " has it with " + existing);
    }
}
