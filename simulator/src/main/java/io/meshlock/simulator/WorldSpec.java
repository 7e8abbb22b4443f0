package io.meshlock.simulator;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.network.Topology;
import io.meshlock.simulator.routing.Routing;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Everything that determines a simulated world except its seed. All spans are in ticks.
 *
 * @param algorithm the protocol that every node runs
 * @param pool the pool's settings
 * @param options the algorithm's own settings
 * @param nodes how many nodes, numbered from 0; node 0 bootstraps the pool
 * @param duration requests, churn and partitions go on until then
 * @param warmup entries requested before this instant are not measured
 * @param drain how long, after the duration, the healed network may take to serve everybody who still waits
 * @param network links and what happens to them
 * @param workload who asks for what, when
 * @param failures how hosts, clocks and datagrams fail
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
        Failures failures) {

    /** The start of a specification; the pool, the network and the workload have to be given. */
    public static Builder builder(Algorithm algorithm) {
        return new Builder(algorithm);
    }

    /** A specification that is this one so far. */
    public Builder toBuilder() {
        return new Builder(algorithm)
                .pool(pool)
                .options(options)
                .nodes(nodes)
                .duration(duration)
                .warmup(warmup)
                .drain(drain)
                .network(network)
                .workload(workload)
                .failures(failures);
    }

    /** How many hosts there are: one per node, and the twins. */
    public int hosts() {
        return nodes + failures.twins().size();
    }

    /** True if nodes write to anybody, so that a routing layer carries their messages. */
    public boolean routed() {
        return algorithm.guarantees().reach() == Guarantees.Reach.ANYBODY;
    }

    /** True if the pool has recovery: a lost token is reconstructed, and grants have leases. */
    public boolean recovers() {
        return algorithm.recovers(options);
    }

    /** True if a message that was sent may never arrive. */
    public boolean mayLoseMessages() {
        return losesWithLinks() || (routed() && network.routing().mayLose());
    }

    /** True if messages in flight are lost when their link goes down. */
    boolean losesWithLinks() {
        return network.lossyLinkDeath() || failures.mayStopHosts();
    }

    /** True if hosts may crash or pause, or if nodes keep durable state. */
    boolean hostsMayFail() {
        return recovers() || failures.mayStopHosts();
    }

    public WorldSpec withNodes(int value) {
        return toBuilder().nodes(value).build();
    }

    public WorldSpec withNetwork(Network value) {
        return toBuilder().network(value).build();
    }

    public WorldSpec withFailures(Failures value) {
        return toBuilder().failures(value).build();
    }

    /**
     * Collects a specification: a world of one node, without options, warm-up, drain and failures unless told
     * otherwise.
     */
    public static final class Builder {

        private final Algorithm algorithm;
        private @Nullable PoolSettings pool;
        private Options options = Options.DEFAULTS;
        private int nodes = 1;
        private long duration;
        private long warmup;
        private long drain;
        private @Nullable Network network;
        private @Nullable Workload workload;
        private Failures failures = Failures.NONE;

        private Builder(Algorithm algorithm) {
            this.algorithm = algorithm;
        }

        public Builder pool(PoolSettings value) {
            pool = value;
            return this;
        }

        public Builder options(Options value) {
            options = value;
            return this;
        }

        public Builder nodes(int value) {
            nodes = value;
            return this;
        }

        /** In ticks, like all spans. */
        public Builder duration(long value) {
            duration = value;
            return this;
        }

        public Builder warmup(long value) {
            warmup = value;
            return this;
        }

        public Builder drain(long value) {
            drain = value;
            return this;
        }

        public Builder network(Network value) {
            network = value;
            return this;
        }

        public Builder workload(Workload value) {
            workload = value;
            return this;
        }

        public Builder failures(Failures value) {
            failures = value;
            return this;
        }

        public WorldSpec build() {
            return new WorldSpec(
                    algorithm,
                    Objects.requireNonNull(pool, "pool"),
                    options,
                    nodes,
                    duration,
                    warmup,
                    drain,
                    Objects.requireNonNull(network, "network"),
                    Objects.requireNonNull(workload, "workload"),
                    failures);
        }
    }

    /**
     * @param topology the links at the start; if they change by themselves, also later
     * @param delay of one message over one link; messages on a link never overtake each other
     * @param churn link changes, or none
     * @param partitions splits that heal, or none
     * @param lossyLinkDeath false: everything in flight arrives before the link's end is noticed (assumption 5 of the
     *     papers); true: it is lost
     * @param routing what carries messages over several links, for algorithms whose nodes write to anybody; others go
     *     without
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
            @Nullable List<Integer> only,
            boolean parts) {

        /** Clients that give back all of their permits at once. */
        public Workload(
                Arrivals arrivals,
                Distribution think,
                Distribution hold,
                Distribution permits,
                Distribution priority,
                @Nullable Distribution deadline,
                @Nullable Distribution patience,
                int clients,
                @Nullable Skew skew,
                @Nullable List<Integer> only) {
            this(arrivals, think, hold, permits, priority, deadline, patience, clients, skew, only, false);
        }

        /** The same, if only these nodes ask. */
        public Workload askedBy(List<Integer> value) {
            return new Workload(
                    arrivals, think, hold, permits, priority, deadline, patience, clients, skew, value, parts);
        }
    }

    public enum Arrivals {
        CLOSED,
        POISSON
    }

    /** The first {@code share} of the nodes make {@code load} of the requests; both lie strictly between 0 and 1. */
    public record Skew(double share, double load) {}
}
