package io.meshlock.simulator;

import io.meshlock.journal.Journal;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.RecoveryStatus;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.engine.Feature;
import io.meshlock.simulator.engine.Features;
import io.meshlock.simulator.network.Reconnection;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A simulated mesh: runs one protocol on all nodes through requests, link changes and partitions, and writes a journal.
 * Each source of events is a {@link Feature}.
 *
 * <p>Until the duration, clients ask and faults happen. Then the network heals, nobody asks or cancels any more, and
 * the world goes on until all requests are served and nothing is in flight, or the drain time is over.
 *
 * <p>The same specification and seed give the same journal. Not thread-safe; different worlds are independent.
 */
public final class World {

    private final WorldSpec spec;
    private final Journal journal;
    private final WorldParts parts;
    private final EventQueue queue;
    private final Features features;
    private final long end;

    private boolean healed;
    private boolean closing;
    private boolean ended;

    /**
     * Makes the world in its first state; the first links and tokens are written to the journal.
     *
     * @throws IllegalArgumentException if the specification is impossible; the message says why
     */
    public World(WorldSpec spec, long seed, Journal journal) {
        this.spec = spec;
        this.journal = journal;
        parts = new WorldParts(spec, seed, journal);
        queue = parts.queue;
        // Healing is the first feature, so that at that instant nothing else happens before it.
        List<Feature> all = new ArrayList<>(List.of(new Healing()));
        all.addAll(parts.features());
        features = new Features(all);
        closing = spec.failures().closing();
        end = Math.addExact(spec.duration(), spec.drain());
        parts.announce();
        features.start();
    }

    /** Ends all disturbances when the duration is over. */
    private final class Healing implements Feature {

        @Override
        public int[] kinds() {
            return new int[] {EventKind.HEALING};
        }

        @Override
        public void start() {
            queue.add(spec.duration(), EventKind.HEALING, 0, 0, null);
        }

        /** If the mesh is still in parts at the end, links are added until it is connected. */
        @Override
        public void handle(int kind, int a, int b, @Nullable Object payload) {
            healed = true;
            features.heal();
            Reconnection.reconnect(parts.changes, parts.split, parts.churnRandom);
            journal.healed(queue.now());
        }
    }

    /** Runs to the end. */
    public void run() {
        runUntil(end);
    }

    /** Runs to the end; {@code afterEach} looks at the world after every event. */
    public void run(Runnable afterEach) {
        while (step(end)) {
            afterEach.run();
        }
        run();
    }

    /**
     * Handles all events that are due up to and including an instant.
     *
     * @return true if the world has not ended
     */
    public boolean runUntil(long time) {
        long limit = Math.min(time, end);
        boolean more = true;
        while (more) {
            more = step(limit);
        }
        if (!ended && limit == end) {
            end();
        }
        return !ended;
    }

    /** Lets the next event happen if one is due up to and including an instant; false if none is. */
    public boolean step(long time) {
        if (ended || !queue.take(Math.min(time, end), features)) {
            return false;
        }
        if (healed && isAtRest() && !close() && agreeOnSize()) {
            end();
        }
        return true;
    }

    /** What a person may do to this world while it runs, and see of it. */
    public WorldControls controls() {
        return new WorldControls(spec, parts);
    }

    /** True if no request waits, no permit is held, and no message of a node is in flight. */
    private boolean isAtRest() {
        return parts.clients.outstanding() == 0 && parts.transport.inFlight() == 0;
    }

    /** If wanted, a client asks once for the whole pool at the end; true if it does so now. */
    private boolean close() {
        boolean asks = closing && parts.inputs.askForAll(parts.churnRandom.nextInt(parts.clients.count()));
        closing = false;
        return asks;
    }

    /** True if all nodes that are up know the same pool size. */
    public boolean agreeOnSize() {
        return parts.hosts.agreeOnSize();
    }

    public int nodes() {
        return spec.nodes();
    }

    /** How many hosts there are: one per node, then the twins. */
    public int hosts() {
        return spec.hosts();
    }

    /** The number of the node that runs on a host. */
    public int nodeOn(int host) {
        return parts.identities.number(host);
    }

    /** How many messages liars made up so far. */
    public int lies() {
        return parts.lies.told();
    }

    /** True if a host is down, for good or until it starts again. */
    public boolean isDown(int host) {
        return parts.hosts.isDown(host);
    }

    /** The present instant, in ticks. */
    public long now() {
        return queue.now();
    }

    /** Inputs that the protocols have handled so far: messages, link changes, requests, releases, timers. */
    public long events() {
        return parts.nodes.inputs();
    }

    /** One line about a node's state, for narratives and inspection. */
    public String describe(int node) {
        return parts.nodes.protocol(node).describe();
    }

    /** A node's protocol, for judges that look into it; they must not give it inputs. */
    public Protocol protocol(int node) {
        return parts.nodes.protocol(node);
    }

    /** The status of the pool as a node sees it now; null if the pool has no recovery. */
    public @Nullable RecoveryStatus status(int node) {
        return parts.nodes.protocol(node).status(parts.nodes.clock(node));
    }

    private void end() {
        ended = true;
        journal.ended(queue.now());
    }
}
