package io.meshlock.simulator;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.Promises;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.network.Topology;
import io.meshlock.simulator.routing.Routing;
import java.util.List;
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
