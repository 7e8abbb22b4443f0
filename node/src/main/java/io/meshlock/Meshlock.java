package io.meshlock;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;

/**
 * One node of a mesh: the place to start. A program makes a node with {@link #builder()} and gets its pools and locks
 * from it. Closing the node withdraws its requests, gives its permits back, and leaves the mesh.
 *
 * <pre>{@code
 * try (Meshlock mesh = Meshlock.builder().node("drone-7").bootstrap().start()) {
 *     PermitPool docks = mesh.pool("docks", PoolConfig.permits(5));
 *     try (Grant grant = docks.acquire(2, Priority.of(90))) {
 *         System.out.println("landing with token " + grant.fencingToken() + " at docks " + grant.slots());
 *     }
 * }
 * }</pre>
 */
public interface Meshlock extends AutoCloseable {

    /** A builder for a node. */
    static MeshlockBuilder builder() {
        return new MeshlockBuilder();
    }

    /** This node's name. */
    String node();

    /** This node's number, unique in the mesh. */
    int number();

    /** The port on which neighbours reach this node; empty if it has no TCP links. */
    OptionalInt listenPort();

    /** The names of the neighbours whose links are up, sorted. */
    Collection<String> neighbours();

    /**
     * The mesh as this node knows it: nodes, links, and the state of pools. Nodes advertise their neighbours as soon as
     * these change, and at most every few seconds while they keep changing. Nodes report on their pools only while a
     * map is in use: each call of this method makes them report about once a second for ten seconds. So the first map
     * has no pool reports.
     */
    MeshMap map();

    /** Until when this node's certificate is in force; empty if it has none. */
    Optional<Instant> certificateEnd();

    /**
     * What is wrong with this node, in words for people, such as two processes that take part as one node; empty if
     * nothing is. Pools tell of theirs by {@link PermitPool#problem()}.
     */
    List<String> problems();

    /** Counters of this node's links, by name: {@code frames_sent}, {@code link_down_silent} … */
    SortedMap<String, Long> linkEvents();

    /**
     * The pool of that name; opened if this node does not know it yet. The node offers a new pool to its neighbours,
     * which take part in it and offer it to theirs. Permits can be granted as soon as the mesh's {@linkplain
     * MeshlockBuilder#bootstrap() bootstrap node} has heard of the pool. Until then requests wait.
     *
     * @throws PoolConflictException if the pool is known here with other settings
     * @throws MeshClosedException if this node is closed
     */
    PermitPool pool(String name, PoolConfig config);

    /**
     * A pool that this node knows already: it was opened here, or a neighbour offered it.
     *
     * @throws UnknownPoolException if there is none
     * @throws MeshClosedException if this node is closed
     */
    PermitPool pool(String name);

    /** All pools known here, by name. */
    Collection<PermitPool> pools();

    /** A lock: the pool of that name, with the settings {@link PoolConfig#mutex()}. */
    default DistributedLock lock(String name) {
        return lock(name, PoolConfig.mutex());
    }

    /**
     * A lock with the given settings, which must have one permit. The same name and settings always give the same lock.
     *
     * @throws IllegalArgumentException if the settings have more than one permit
     */
    DistributedLock lock(String name, PoolConfig config);

    /**
     * Leaves the mesh. Waiting callers get a {@link MeshClosedException}, grants are lost and given back, tokens are
     * handed to neighbours (which may take up to two seconds), and links go down. Closing the node again does nothing.
     * Do not call this from a callback.
     */
    @Override
    void close();
}
