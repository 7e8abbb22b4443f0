package io.meshlock;

import java.util.Collection;
import java.util.OptionalInt;
import java.util.SortedMap;

/**
 * One node of a mesh. Closing it withdraws its requests, gives its permits back, and leaves the mesh.
 *
 * <pre>{@code
 * try (Meshlock mesh = Meshlock.builder().node("drone-7").bootstrap().start()) {
 *     PermitPool docks = mesh.pool("docks", PoolConfig.permits(5));
 *     try (Grant grant = docks.acquire(2, Priority.of(90))) {
 *         System.out.println("landing, number " + grant.fencingToken() + ", docks " + grant.slots());
 *     }
 * }
 * }</pre>
 */
public interface Meshlock extends AutoCloseable {

    /** Begins to describe a node. */
    static MeshlockBuilder builder() {
        return new MeshlockBuilder();
    }

    /** This node's name. */
    String node();

    /** This node's number, unique in the mesh. */
    int number();

    /** The port on which neighbours reach this node; nothing if its links are not over TCP. */
    OptionalInt listenPort();

    /** The names of the neighbours whose links are up, sorted. */
    Collection<String> neighbours();

    /**
     * The mesh as this node knows it: nodes, links, and how pools do. Nodes tell each other who their neighbours are, at once
     * when that changes and at most every few seconds while it goes on changing. About pools they tell only while somebody
     * looks: asking for the map makes them do so for ten seconds, about once a second, so the first map has no reports.
     */
    MeshMap map();

    /** What happened on this node's links so far, in numbers, by name: {@code frames_sent}, {@code link_down_silent} … */
    SortedMap<String, Long> linkEvents();

    /**
     * The pool of that name, created if need be. Creating it makes it known to the neighbours, which take part in it and make
     * it known to theirs; as soon as the mesh's {@linkplain MeshlockBuilder#found() founding node} hears of it, permits can be
     * granted. Until then requests wait.
     *
     * @throws PoolConflictException if the pool is known here with other settings
     * @throws MeshClosedException if this node is closed
     */
    PermitPool pool(String name, PoolConfig config);

    /**
     * A pool that this node knows: it was created here, or a neighbour has it.
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
     * A lock with settings of its own, one permit. The same name and settings always give the same lock.
     *
     * @throws IllegalArgumentException if the settings have more than one permit
     */
    DistributedLock lock(String name, PoolConfig config);

    /**
     * Leaves the mesh: waiting callers get a {@link MeshClosedException}, grants that are held are lost and given back, tokens
     * are handed on to neighbours (which may take two seconds, if there are any and they are slow), links go down. Closing it again does nothing. Not to be called from a callback.
     */
    @Override
    void close();
}
