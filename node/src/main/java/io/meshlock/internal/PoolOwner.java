package io.meshlock.internal;

import io.meshlock.MeshMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The node of a pool that programs use. */
interface PoolOwner {

    /** A node that has no map, and whose pools are never left. */
    PoolOwner NONE = new PoolOwner() {
        @Override
        public PoolRuntime revive(Pool pool) {
            return pool.runtime();
        }

        @Override
        public MeshMap map() {
            return new MeshMap(0, List.of(), List.of());
        }
    };

    /** Opens the pool again after this node has left it because nobody used it. */
    PoolRuntime revive(Pool pool);

    /** The mesh as the node knows it. */
    MeshMap map();

    /** Who is in the node's reach; null if that is not known. */
    default @Nullable MeshReach reach() {
        return null;
    }

    /** Why the node has no links, as far as it knows itself; empty if it knows no reason. */
    default String linkTrouble() {
        return "";
    }
}
