package io.meshlock.internal;

import io.meshlock.PoolConfig;
import io.meshlock.link.wire.PoolTerms;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.spi.Peer;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;

/**
 * The parts from which a pool's runtime is made.
 *
 * @param self this node
 * @param terms the pool's settings as exchanged with neighbours
 * @param config the same settings in the form of the public API
 * @param bootstrap whether this node bootstraps the pool, and its durable state
 * @param journal records what happens
 * @param clock a monotonic clock, in nanoseconds
 * @param executor runs callbacks into user code
 * @param scheduler this node's timers
 * @param helper continues the steps of pools, when they have waited for the disk or have to let a thread go
 * @param incarnations this node's incarnation numbers, by pool
 */
record PoolSetup(
        Peer self,
        PoolTerms terms,
        PoolConfig config,
        PoolBootstrap bootstrap,
        PoolJournal journal,
        LongSupplier clock,
        Executor executor,
        ScheduledExecutorService scheduler,
        Executor helper,
        Incarnations incarnations) {

    /** The size of a mesh of real nodes is not known; algorithms then use their defaults. */
    private static final int UNKNOWN_SIZE = 1;

    /** The protocol of this node in the pool. It has no links yet; they come up later. */
    Protocol protocol() {
        boolean bootstraps = bootstrap.bootstraps();
        Setup setup = Setup.of(self.number(), terms.settings())
                .bootstrap(bootstraps)
                .tokens(tokens())
                .distance(bootstraps ? 0 : 1)
                .meshSize(UNKNOWN_SIZE)
                .options(terms.options())
                .build();
        if (recovers()) {
            setup = setup.withDurable(bootstrap.durable());
        }
        if (isRouted()) {
            setup = setup.withNodes(config.hosts().first(), config.hosts().count());
        }
        return algorithm().create(needsIncarnation() ? setup.withIncarnation(incarnations.begin(terms.name())) : setup);
    }

    /** True if the pool has recovery: leases are known to the mesh, and the pool survives crashes. */
    boolean recovers() {
        return config.recovery().isOn();
    }

    /** True if the algorithm must tell the incarnations of this node apart. */
    private boolean needsIncarnation() {
        return algorithm().guarantees().hosts() == Guarantees.Hosts.COME_AND_GO;
    }

    /** True if messages are routed: they may come from any node, not only from neighbours that take part. */
    boolean isRouted() {
        return terms.isRouted();
    }

    /** True if a node that leaves first hands on what others need, and the protocol says when it may leave. */
    boolean leaves() {
        return algorithm().guarantees().hosts() == Guarantees.Hosts.LEAVE;
    }

    /** True if grants are numbered over the whole mesh. */
    boolean isFenced() {
        return algorithm().guarantees().fencing();
    }

    /** True if the token's holder answers requests that must not wait. */
    boolean answersTries() {
        return algorithm().guarantees().answersTries();
    }

    /** True if some permits of a grant can be given back. */
    boolean amends() {
        return algorithm().guarantees().amends();
    }

    /** How many tokens this node makes at the start. */
    int tokens() {
        return bootstrap.bootstraps() ? algorithm().guarantees().tokens().of(config.permits()) : 0;
    }

    /** True if nothing can be granted here without a token. */
    boolean hasTokens() {
        return algorithm().guarantees().tokens().of(config.permits()) > 0;
    }

    private Algorithm algorithm() {
        return Algorithms.named(config.algorithm());
    }
}
