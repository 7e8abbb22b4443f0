package io.meshlock.internal;

import io.meshlock.spi.Peer;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pool instance that a node belongs to, and the neighbours that belong to the same instance.
 *
 * <p>A node that knows no instance yet takes part with all neighbours, and joins the first instance that it hears of.
 * Neighbours of another instance do not take part: a pool that was bootstrapped twice by mistake is two pools that never
 * mix. If the other instance is {@linkplain PoolInstanceId#isOlder older}, this node's has to give way.
 */
final class InstancePeers {

    private static final Logger LOG = LoggerFactory.getLogger(InstancePeers.class);

    private final Peer self;
    private final String pool;
    private final LongSupplier clock;
    private final Throttle warnings = new Throttle(TimeUnit.SECONDS.toNanos(10));
    private final Set<Integer> members = new HashSet<>();
    private volatile long instance;
    private long older = PoolInstanceId.UNKNOWN;

    /** @param clock monotonic, in nanoseconds */
    InstancePeers(Peer self, String pool, long instance, LongSupplier clock) {
        this.self = self;
        this.pool = pool;
        this.instance = instance;
        this.clock = clock;
    }

    long instance() {
        return instance;
    }

    /** This node makes an instance, by order of an operator. */
    void begin(long made) {
        instance = made;
    }

    /** True if this node belongs to an instance. */
    boolean isPartOfAMesh() {
        return instance != PoolInstanceId.UNKNOWN;
    }

    /** An older instance of the pool than this node's; {@link PoolInstanceId#UNKNOWN} if it has met none. */
    long older() {
        return older;
    }

    /** A neighbour's link came up; false if it belongs to another instance. */
    boolean admits(Peer peer, long theirs) {
        if (isForeign(peer.toString(), theirs)) {
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

    /**
     * Checks the instance of a message from a neighbour that takes part; false if it is another one, and then the
     * neighbour no longer takes part.
     */
    boolean accepts(int peer, long theirs) {
        if (theirs == instance || !isForeign("node " + peer, theirs)) {
            return true;
        }
        members.remove(peer);
        return false;
    }

    /** The neighbour's link went down; false if the neighbour did not take part. */
    boolean leaves(int peer) {
        return members.remove(peer);
    }

    private boolean isForeign(String peer, long theirs) {
        if (theirs == PoolInstanceId.UNKNOWN || theirs == instance) {
            return false;
        }
        if (instance == PoolInstanceId.UNKNOWN) {
            instance = theirs;
            return false;
        }
        if (PoolInstanceId.isOlder(theirs, instance)) {
            older = theirs;
        } else if (warnings.isDue(clock.getAsLong())) {
            LOG.error(
                    "pool '{}' was bootstrapped twice: {} belongs to a younger instance than {}, and has to give way."
                            + " Only one node of a mesh may bootstrap; start the others without{}",
                    pool,
                    peer,
                    self,
                    warnings.skipped());
        }
        return true;
    }
}
