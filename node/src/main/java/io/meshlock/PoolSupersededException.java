package io.meshlock;

/**
 * Thrown if the pool was bootstrapped twice, and this node took part in the younger of the two instances. That one
 * grants nothing from the moment at which the two meet: its grants are lost, and its requests fail. Nodes that only took
 * part in it change over to the older instance. The node that bootstrapped it serves no requests of the pool until it is
 * restarted, so that whoever operates it takes notice; it does not bootstrap the pool again if it has a {@linkplain
 * MeshlockBuilder#state state folder}.
 */
public final class PoolSupersededException extends MeshlockException {

    private static final long serialVersionUID = 1;

    /** @param what what this node does about it, from the pool on */
    public PoolSupersededException(String pool, String what) {
        super("pool '" + pool + "' was bootstrapped twice; " + what);
    }
}
