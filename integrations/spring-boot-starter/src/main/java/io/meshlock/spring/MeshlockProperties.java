package io.meshlock.spring;

import io.meshlock.Policy;
import io.meshlock.PoolConfig;
import io.meshlock.Recovery;
import io.meshlock.RecoveryPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of a node in an application. What is not given is as in {@link io.meshlock.MeshlockBuilder}.
 *
 * <pre>
 * meshlock.node=drone-7
 * meshlock.keys=/etc/meshlock/keys
 * meshlock.listen=0.0.0.0:7400
 * meshlock.peers=10.0.0.8:7400,10.0.0.9:7400
 * meshlock.state=/var/lib/drone/meshlock
 * meshlock.pools.docks.permits=5
 * meshlock.leader.role=dispatcher
 * </pre>
 *
 * @param enabled false for no node at all
 * @param node the node's name; with keys it is in the certificate; otherwise the application's name unless given
 * @param keys the folder with the node's keys and certificate
 * @param insecureNumber the number of a node without keys: for trying things out
 * @param insecureAnywhere true if a node without keys may listen on other than loopback: whoever reaches it is a node
 * @param listen where neighbours reach this node, as {@code 0.0.0.0:7400}
 * @param peers neighbours to dial, as {@code 10.0.0.8:7400}
 * @param discover a multicast group to find neighbours by, as {@code 239.7.4.0:7400}
 * @param discoverInterfaces the network interfaces to find neighbours on; all unless given
 * @param bootstrap true at the one node of the mesh that makes the first token of every pool
 * @param voters instead of that, the numbers of the nodes of which a majority begins every pool; the same at all nodes
 * @param state the folder with the node's durable state
 * @param ephemeral true if the node is to keep nothing, and need not warn of it
 * @param pools pools by name: each is a bean of that name
 * @param locks the lock registry of Spring Integration
 * @param leader leader election of Spring Integration
 */
@ConfigurationProperties("meshlock")
public record MeshlockProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable String node,
        @Nullable Path keys,
        @Nullable Integer insecureNumber,
        boolean insecureAnywhere,
        @Nullable String listen,
        @DefaultValue List<String> peers,
        @Nullable String discover,
        @DefaultValue List<String> discoverInterfaces,
        boolean bootstrap,
        @DefaultValue List<Integer> voters,
        @Nullable Path state,
        boolean ephemeral,
        @DefaultValue Map<String, Pool> pools,
        @DefaultValue Locks locks,
        @DefaultValue Leader leader) {

    /** The pools in the order of their names. */
    public SortedMap<String, Pool> sortedPools() {
        return new TreeMap<>(pools);
    }

    /**
     * The settings of a pool, the same at all nodes.
     *
     * @param permits how many permits it has
     * @param policy the order of waiting requests: priority, deadline, smallest-first or fifo
     * @param aging how many grants outweigh one step of priority
     * @param algorithm the name of the algorithm
     * @param lease how long a grant lasts without renewal
     * @param recovery who makes a new token: majority, never, operator or off
     * @param beacon the interval of beacons; a twentieth of the lease unless given
     * @param electionTimeout how long the token must be silent before a new one is made; ten beacons unless given
     */
    public record Pool(
            int permits,
            @Nullable Policy policy,
            @Nullable Long aging,
            @Nullable String algorithm,
            @Nullable Duration lease,
            @Nullable RecoveryPolicy recovery,
            @Nullable Duration beacon,
            @Nullable Duration electionTimeout) {

        /** The same as the API has it. */
        public PoolConfig config() {
            return config(PoolConfig.permits(permits));
        }

        private PoolConfig config(PoolConfig usual) {
            PoolConfig config = algorithm == null ? usual : usual.algorithm(algorithm);
            config = policy == null ? config : config.policy(policy);
            config = aging == null ? config : config.aging(aging);
            Recovery wanted = recovery == null ? config.recovery() : Recovery.of(recovery);
            wanted = beacon == null ? wanted : wanted.beacon(beacon);
            wanted = electionTimeout == null ? wanted : wanted.electionTimeout(electionTimeout);
            if (lease == null) {
                return config.recovery(wanted);
            }
            // Times are checked against the lease, so both are set in one go.
            return new PoolConfig(
                    config.permits(),
                    config.policy(),
                    config.aging(),
                    config.algorithm(),
                    config.options(),
                    config.hosts(),
                    lease,
                    wanted);
        }
    }

    /**
     * The lock registry, which is there if Spring Integration is.
     *
     * @param enabled false for none
     * @param prefix what the names of its locks begin with
     * @param lease how long a lock lasts if its node is gone
     */
    public record Locks(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("spring/") String prefix,
            @DefaultValue("10s") Duration lease) {

        PoolConfig config() {
            return PoolConfig.mutex().lease(lease);
        }
    }

    /**
     * Leader election over the lock registry.
     *
     * @param role the role to elect a leader for; no election unless given
     * @param heartbeat how often the leader looks whether it still leads
     * @param retry how long a candidate whose lock broke pauses before it asks again
     */
    public record Leader(
            @Nullable String role,
            @DefaultValue("500ms") Duration heartbeat,
            @DefaultValue("50ms") Duration retry) {}
}
