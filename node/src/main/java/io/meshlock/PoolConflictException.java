package io.meshlock;

/** A pool of this name exists with other settings. Ask for it with the same ones, or choose another name. */
public final class PoolConflictException extends MeshlockException {

    private static final long serialVersionUID = 1;

    /**
     * @param wanted the settings asked for here
     * @param where who has other settings
     * @param existing those settings
     */
    public PoolConflictException(String pool, Object wanted, String where, Object existing) {
        super("pool '" + pool + "' was asked for with " + wanted + ", but " + where + " has it with " + existing);
    }
}
