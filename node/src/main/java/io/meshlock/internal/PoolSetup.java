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
 * What a pool's runtime is made of.
 *
 * @param self this node
 * @param terms what neighbours are told about the pool
 * @param config the same, for people
 * @param bootstrap whether the pool's tokens begin their life here, and what this node keeps of it
 * @param journal keeps what happens
 * @param clock counts nanoseconds, never backwards
 * @param executor runs other people's code
 * @param scheduler this node's timers
 * @param lives how often this node has begun to take part in pools
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
        Incarnations lives) {

    /** Nobody knows how large a mesh of real nodes is; algorithms then take their own defaults. */
    private static final int UNKNOWN_SIZE = 1;

    /** This node's part in the pool: without links, which come later, one by one. */
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
        return algorithm().create(hasLives() ? setup.withIncarnation(lives.begin(terms.name())) : setup);
    }

    /** True if grants have leases that the whole mesh believes in, and the pool survives crashes. */
    boolean recovers() {
        return config.recovery().isOn();
    }

    /** True if the algorithm must know how often this node has begun to take part. */
    private boolean hasLives() {
        return algorithm().promises().hosts() == Guarantees.Hosts.COME_AND_GO;
    }

    /** True if messages may come from anybody, not only from neighbours that take part. */
    boolean isRouted() {
        return terms.isRouted();
    }

    /** True if a node that leaves hands on what others need, and is told when it may go. */
    boolean leaves() {
        return algorithm().promises().hosts() == Guarantees.Hosts.LEAVE;
    }

    /** True if grants are numbered over the whole mesh. */
    boolean isFenced() {
        return algorithm().promises().fencing();
    }

    /** How many tokens begin their life here. */
    int tokens() {
        return bootstrap.bootstraps() ? algorithm().promises().tokens().of(config.permits()) : 0;
    }

    /** True if nothing can be granted here without a token. */
    boolean hasTokens() {
        return algorithm().promises().tokens().of(config.permits()) > 0;
    }

    private Algorithm algorithm() {
        return Algorithms.named(config.algorithm());
    }
}
