package io.meshlock.protocol.recovery;

import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.View;
import org.jspecify.annotations.Nullable;

/**
 * The pool's size in force, and the size that an operator wants. The wanted size spreads with peer states, and the
 * token's holder puts it into the view. Once a majority has the view on disk, no token can be made without knowing it,
 * and the size is in force.
 */
final class SizeChange {

    private PoolSize inForce;
    private @Nullable PoolSize wish;

    /** @param bootstrapped the size in the pool's settings */
    SizeChange(PoolSize bootstrapped) {
        inForce = bootstrapped;
    }

    /** The size that grants are decided by, as far as is known here. */
    PoolSize inForce() {
        return inForce;
    }

    /** The size that this node's operator wants; null if none, or if it is in force or overruled. */
    @Nullable
    PoolSize wish() {
        return wish;
    }

    /** The operator wants another size. It gets a newer version than all sizes known here. */
    void want(int permits, int node, View view, GossipTable table) {
        PoolSize newest = newest(view, table);
        wish = (newest.isNewerThan(inForce) ? newest : inForce).changed(permits, node);
    }

    /** The newest size named by the view or by a node. */
    PoolSize newest(View view, GossipTable table) {
        PoolSize newest = wish != null && wish.isNewerThan(view.size()) ? wish : view.size();
        for (GossipTable.Known known : table.all()) {
            PeerState peerState = known.peerState();
            PoolSize theirs = peerState.wish();
            if (theirs != null && theirs.isNewerThan(newest)) {
                newest = theirs;
            }
        }
        return newest;
    }

    /** A size that is newer than what is known to be in force; null if there is none. */
    @Nullable
    PoolSize wanted(View view, GossipTable table) {
        PoolSize newest = newest(view, table);
        return newest.isNewerThan(inForce) ? newest : null;
    }

    /** This size is in force from now on; true if that is a change. */
    boolean take(PoolSize size) {
        boolean changes = !size.equals(inForce);
        inForce = size;
        if (wish != null && !wish.isNewerThan(size)) {
            wish = null;
        }
        return changes;
    }
}
