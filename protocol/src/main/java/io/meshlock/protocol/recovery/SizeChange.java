package io.meshlock.protocol.recovery;

import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.View;
import org.jspecify.annotations.Nullable;

/**
 * How many permits the pool has, and how many an operator wants it to have. A wish goes round with the peer states; the token's holder
 * puts it into the view; once a majority has the view on its disks, nobody can make a token that does not know of it, and it is
 * in force.
 */
final class SizeChange {

    private PoolSize inForce;
    private @Nullable PoolSize wish;

    /** @param bootstrapped what the pool's settings say */
    SizeChange(PoolSize bootstrapped) {
        inForce = bootstrapped;
    }

    /** What a decision goes by, as far as is known here. */
    PoolSize inForce() {
        return inForce;
    }

    /** What this node's operator wants; null if nothing, or if it was done or overruled. */
    @Nullable
    PoolSize wish() {
        return wish;
    }

    /** The operator wants another size than all that are known of. */
    void want(int permits, int node, View view, GossipTable table) {
        PoolSize newest = newest(view, table);
        wish = (newest.isNewerThan(inForce) ? newest : inForce).changed(permits, node);
    }

    /** The newest size that the view or a member speaks of. */
    PoolSize newest(View view, GossipTable table) {
        PoolSize newest = wish != null && wish.isNewerThan(view.size()) ? wish : view.size();
        for (GossipTable.Known known : table.all()) {
            PeerState peerState = known.peerState();
            PoolSize theirs = peerState.wish();
            if (theirs != null
                    && theirs.isNewerThan(newest)
                    && view.counts(peerState.node(), peerState.incarnation())) {
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

    /** This size is in force from now on; true if another one was. */
    boolean take(PoolSize size) {
        boolean changes = !size.equals(inForce);
        inForce = size;
        if (wish != null && !wish.isNewerThan(size)) {
            wish = null;
        }
        return changes;
    }
}
