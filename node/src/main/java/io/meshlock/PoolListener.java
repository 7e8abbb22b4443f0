package io.meshlock;

/**
 * Is told what happens to one node's requests in a pool, in order, on the mesh's {@linkplain MeshlockBuilder#executor
 * executor}: soon after it happened, and one call at a time.
 *
 * <pre>{@code
 * docks.addListener(new PoolListener() {
 *     @Override
 *     public void lost(Grant grant, LossReason why) {
 *         System.err.println(grant + " is lost: " + why);
 *     }
 * });
 * }</pre>
 */
public interface PoolListener {

    /** A request was given its permits. */
    default void granted(Grant grant) {}

    /** A grant was closed. */
    default void released(Grant grant) {}

    /** A grant was lost; its permits are given back, as far as this node can. */
    default void lost(Grant grant, LossReason why) {}
}
