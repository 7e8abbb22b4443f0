package io.meshlock.simulator;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.Promises;
import io.meshlock.simulator.mobility.Mobility;
import io.meshlock.simulator.mobility.Positions;
import io.meshlock.simulator.mobility.Proximity;
import io.meshlock.simulator.mobility.Radio;
import io.meshlock.simulator.network.LinkHistory;
import io.meshlock.simulator.network.LinkQuality;
import io.meshlock.simulator.network.RecordedLinks;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Everything that determines a simulated world except its seed. All spans are in ticks.
 *
 * @param algorithm the protocol that every node runs
 * @param pool the pool's settings
 * @param options the algorithm's own settings
 * @param nodes how many nodes, numbered from 0; node 0 founds the pool
 * @param duration requests, churn and partitions go on until then
 * @param warmup entries requested before this instant are not measured
 * @param drain how long, after the duration, the healed network may take to serve everybody who still waits
 * @param network links and what happens to them
 * @param workload who asks for what, when
 * @param hosts what happens to the nodes themselves
 * @param failures how machines, clocks and datagrams fail, for pools with recovery
 */
public record WorldSpec(
        Algorithm algorithm,
        PoolSettings pool,
        Options options,
        int nodes,
        long duration,
        long warmup,
        long drain,
        Network network,
        Workload workload,
        Hosts hosts,
        Failures failures) {

    /** A world whose machines do not fail. */
    public WorldSpec(
            Algorithm algorithm,
            PoolSettings pool,
            Options options,
            int nodes,
            long duration,
            long warmup,
            long drain,
            Network network,
            Workload workload,
            Hosts hosts) {
        this(algorithm, pool, options, nodes, duration, warmup, drain, network, workload, hosts, Failures.NONE);
    }

    /** A world whose nodes stay. */
    public WorldSpec(
            Algorithm algorithm,
            PoolSettings pool,
            Options options,
            int nodes,
            long duration,
            long warmup,
            long drain,
            Network network,
            Workload workload) {
        this(algorithm, pool, options, nodes, duration, warmup, drain, network, workload, Hosts.STAY);
    }

    /** True if nodes write to anybody, so that a routing layer carries their messages. */
    public boolean routed() {
        return algorithm.promises().reach() == Promises.Reach.ANYBODY;
    }

    /** True if the pool's token, should it be lost, is made anew, and grants have leases. */
    public boolean recovers() {
        return algorithm.recovers(options);
    }

    /** True if a message that was sent may never arrive. */
    public boolean mayLoseMessages() {
        return network.lossyLinkDeath()
                || failures.mayHitMachines()
                || (routed() && network.routing().mayLose());
    }

    public WorldSpec withNodes(int value) {
        return new WorldSpec(
                algorithm, pool, options, value, duration, warmup, drain, network, workload, hosts, failures);
    }

    public WorldSpec withNetwork(Network value) {
        return new WorldSpec(
                algorithm, pool, options, nodes, duration, warmup, drain, value, workload, hosts, failures);
    }

    public WorldSpec withFailures(Failures value) {
        return new WorldSpec(algorithm, pool, options, nodes, duration, warmup, drain, network, workload, hosts, value);
    }

    /**
     * @param topology the links at the start; if they change by themselves, also later
     * @param delay of one message over one link; messages on a link never overtake each other
     * @param churn link changes, or none
     * @param partitions splits that heal, or none
     * @param lossyLinkDeath false: everything in flight arrives before the link's end is noticed (assumption 5 of the
     *     papers); true: it is lost
     * @param routing what carries messages over several links, for algorithms whose nodes write to anybody; others go without
     */
    public record Network(
            Topology topology,
            Distribution delay,
            @Nullable Churn churn,
            @Nullable Partitions partitions,
            boolean lossyLinkDeath,
            Routing routing) {

        /** A network with the usual routing. */
        public Network(
                Topology topology,
                Distribution delay,
                @Nullable Churn churn,
                @Nullable Partitions partitions,
                boolean lossyLinkDeath) {
            this(topology, delay, churn, partitions, lossyLinkDeath, Routing.IDEAL);
        }

        public Network withRouting(Routing value) {
            return new Network(topology, delay, churn, partitions, lossyLinkDeath, value);
        }

        public Network withChurn(@Nullable Churn value) {
            return new Network(topology, delay, value, partitions, lossyLinkDeath, routing);
        }

        public Network withPartitions(@Nullable Partitions value) {
            return new Network(topology, delay, churn, value, lossyLinkDeath, routing);
        }
    }

    /**
     * How messages to nodes that are no neighbours find their way; see {@link io.meshlock.simulator.routing.Router}.
     *
     * @param protocol who knows the way
     * @param waitForRoute true: a message without a way waits where it is until there is one; false: it is lost
     * @param loss share of messages that are lost at the end of their way, besides what the network loses
     * @param duplicate share of messages that arrive twice
     * @param reorder share of messages that are held back, so that later ones overtake them
     */
    public record Routing(RouteProtocol protocol, boolean waitForRoute, double loss, double duplicate, double reorder) {

        /** Shortest paths, and nothing is ever lost. */
        public static final Routing IDEAL = new Routing(new RouteProtocol.ShortestPath(), true, 0, 0, 0);

        /** True if a message may get lost although no link dies under it. */
        public boolean mayLose() {
            return loss > 0 || !waitForRoute;
        }
    }

    /** Who knows the way from one node to another. */
    public sealed interface RouteProtocol {

        /** Everybody knows the shortest path over the links that are up, at once and for nothing. */
        record ShortestPath() implements RouteProtocol {}

        /**
         * Nodes tell their neighbours what they know; see {@link io.meshlock.simulator.routing.DistanceVector}.
         *
         * @param period ticks between a node's full updates
         * @param trigger ticks that news are collected before neighbours are told of them
         * @param ttl the most links that a message may cross; only if messages without a way are lost
         */
        record DistanceVector(long period, long trigger, int ttl) implements RouteProtocol {}
    }

    /** The links at the start, and of networks that move also later; see {@link io.meshlock.simulator.network.Topologies}. */
    public sealed interface Topology {
        /** A random connected graph with this share of all possible links. */
        record Random(double density) implements Topology {}

        /** Nodes uniform in a 1000 × 1000 square, linked within {@code range}; drawn again until connected. */
        record Geometric(double range) implements Topology {}

        record Line() implements Topology {}

        record Ring() implements Topology {}

        /** As square as the number of nodes allows, row by row. */
        record Grid() implements Topology {}

        /** Node 0 in the middle. */
        record Star() implements Topology {}

        record Full() implements Topology {}

        /** A complete tree below node 0 in which every node has up to {@code children} children. */
        record Tree(int children) implements Topology {}

        /** Given links. */
        record Listed(List<Link> links) implements Topology {}

        record Link(int a, int b) {}

        /** Links that come and go by themselves, from the start on. There is no churn and no partition beside them. */
        sealed interface Changing extends Topology {

            /** What happens to the links before the duration is over. */
            LinkHistory history(WorldSpec spec, long seed);

            /** How well links work at the tick that the clock tells, or null if they lose nothing. */
            @Nullable
            LinkQuality quality(WorldSpec spec, long seed, LongSupplier clock);
        }

        /** Nodes move, and whoever is near is linked. */
        record Moving(Mobility mobility, Radio radio) implements Changing {
            @Override
            public LinkHistory history(WorldSpec spec, long seed) {
                return new Proximity(mobility.walkers(spec.nodes(), seed), radio, spec.duration());
            }

            @Override
            public @Nullable LinkQuality quality(WorldSpec spec, long seed, LongSupplier clock) {
                return radio.loses() ? new Positions(mobility.walkers(spec.nodes(), seed), radio, clock) : null;
            }
        }

        /** Links as they were recorded, the same with every seed. */
        record Recorded(RecordedLinks links) implements Changing {
            @Override
            public LinkHistory history(WorldSpec spec, long seed) {
                return links.before(spec.duration());
            }

            @Override
            public @Nullable LinkQuality quality(WorldSpec spec, long seed, LongSupplier clock) {
                return links.loses() ? links : null;
            }
        }
    }

    /**
     * Link changes as in [KRL] section 6: at exponential intervals a random link is deleted and a random one formed.
     *
     * @param mean mean ticks between changes
     * @param keepConnected delete only links whose loss does not disconnect their ends
     */
    public record Churn(long mean, boolean keepConnected) {}

    /**
     * Splits that heal: at exponential intervals the mesh is cut in two along a random frontier, for a while.
     *
     * @param mean mean ticks between the healing of one split and the next
     * @param length how long a split lasts
     */
    public record Partitions(long mean, Distribution length) {}

    /**
     * @param arrivals closed loop or Poisson
     * @param think closed loop: time from release to the next request; Poisson: time between arrivals at a node
     * @param hold time in the critical section
     * @param permits h
     * @param priority larger is more urgent
     * @param deadline time from request to deadline, or none
     * @param patience a request not granted within this time is cancelled, or never
     * @param clients how many independent closed loops (or Poisson streams) each node runs
     * @param skew uneven load, or none
     * @param only the nodes that ask at all, or everybody
     */
    public record Workload(
            Arrivals arrivals,
            Distribution think,
            Distribution hold,
            Distribution permits,
            Distribution priority,
            @Nullable Distribution deadline,
            @Nullable Distribution patience,
            int clients,
            @Nullable Skew skew,
            @Nullable List<Integer> only) {}

    public enum Arrivals {
        CLOSED,
        POISSON
    }

    /** The first {@code share} of the nodes make {@code load} of the requests; both lie strictly between 0 and 1. */
    public record Skew(double share, double load) {}

    /**
     * What happens to the nodes themselves; their links go on as if nothing were, so that others' messages still pass.
     *
     * @param doze a node leaves for a while and can be reached meanwhile
     * @param disconnect a node leaves for a while and cannot be reached meanwhile
     * @param outage a node cannot be reached for a while, without having known before
     * @param reboot a node loses its memory, and starts again after a while
     */
    public record Hosts(
            @Nullable Spells doze,
            @Nullable Spells disconnect,
            @Nullable Spells outage,
            @Nullable Spells reboot) {

        /** Nodes are there from the beginning to the end. */
        public static final Hosts STAY = new Hosts(null, null, null, null);

        public boolean stay() {
            return equals(STAY);
        }
    }

    /**
     * Something that happens to each node at exponential intervals.
     *
     * @param mean mean ticks from one beginning to the next, for one node
     * @param length how long it lasts
     */
    public record Spells(long mean, Distribution length) {}
}
