package io.meshlock.internal;

import io.meshlock.link.spi.Peer;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which token a pool's node believes in, and the neighbours that believe in the same.
 *
 * <p>A node that has not heard of the token takes part with everybody; it belongs to the first token that it hears of, and
 * from then on ignores whoever belongs to another. So a pool that was founded twice by mistake falls into two that never mix.
 */
final class Membership {

    private static final Logger LOG = LoggerFactory.getLogger(Membership.class);

    private final Peer self;
    private final String pool;
    private final Set<Integer> members = new HashSet<>();
    private volatile long epoch;

    Membership(Peer self, String pool, long epoch) {
        this.self = self;
        this.pool = pool;
        this.epoch = epoch;
    }

    long epoch() {
        return epoch;
    }

    /** True if this node has heard of the token. */
    boolean isPartOfAMesh() {
        return epoch != Epoch.UNKNOWN;
    }

    /** A neighbour's link came up; false if it belongs to another token. */
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

    /** A message of a neighbour that takes part; false if it turned out to belong to another token, and no longer does. */
    boolean accepts(int peer, long theirs) {
        if (theirs == epoch || !isForeign(theirs)) {
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
        if (theirs == Epoch.UNKNOWN || theirs == epoch) {
            return false;
        }
        if (epoch == Epoch.UNKNOWN) {
            epoch = theirs;
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
