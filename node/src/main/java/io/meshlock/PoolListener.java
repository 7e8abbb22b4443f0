package io.meshlock;

/**
 * Listens to the grants of one node in a pool. Calls come on the node's {@linkplain MeshlockBuilder#executor executor},
 * soon after the event, in order, and one at a time.
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

    /** A request was granted. */
    default void granted(Grant grant) {}

    /** A grant was closed. */
    default void released(Grant grant) {}

    /** A grant was lost before it was closed. If this node still can, it gives the permits back. */
    default void lost(Grant grant, LossReason why) {}
}
