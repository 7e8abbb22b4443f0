package io.meshlock.internal;

import io.meshlock.spi.Peer;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which founding of a pool a node belongs to, and the neighbours that belong to the same.
 *
 * <p>A node that has not heard of any takes part with everybody; it belongs to the first founding that it hears of, and
 * from then on ignores whoever belongs to another. So a pool that was founded twice by mistake falls into two that never mix.
 */
final class Membership {

    private static final Logger LOG = LoggerFactory.getLogger(Membership.class);

    private final Peer self;
    private final String pool;
    private final Set<Integer> members = new HashSet<>();
    private volatile long founding;

    Membership(Peer self, String pool, long founding) {
        this.self = self;
        this.pool = pool;
        this.founding = founding;
    }

    long founding() {
        return founding;
    }

    /** True if this node has heard of the founding. */
    boolean isPartOfAMesh() {
        return founding != FoundingId.UNKNOWN;
    }

    /** A neighbour's link came up; false if it belongs to another founding. */
    boolean admits(Peer peer, long theirs) {
        if (isForeign(theirs)) {
            foundedTwice(peer.toString());
            return false;
        }
        return members.add(peer.number());
    }

    /** True if no neighbour takes part. */
    boolean isEmpty() {
        return members.isEmpty();
    }

    /** True if the neighbour takes part. */
    boolean has(int peer) {
        return members.contains(peer);
    }

    /** A message of a neighbour that takes part; false if it turned out to belong to another founding, and no longer does. */
    boolean accepts(int peer, long theirs) {
        if (theirs == founding || !isForeign(theirs)) {
            return true;
        }
        foundedTwice("node " + peer);
        members.remove(peer);
        return false;
    }

    /** The neighbour's link went down; false if it did not take part anyway. */
    boolean leaves(int peer) {
        return members.remove(peer);
    }

    private boolean isForeign(long theirs) {
        if (theirs == FoundingId.UNKNOWN || theirs == founding) {
            return false;
        }
        if (founding == FoundingId.UNKNOWN) {
            founding = theirs;
            return false;
        }
        return true;
    }

    private void foundedTwice(String peer) {
        LOG.error(
                "pool '{}' was founded twice: {} belongs to another founding than {}, and they do not share it."
                        + " One node of a mesh founds; start the others without",
                pool,
                peer,
                self);
    }
}
