package io.meshlock.internal;

import io.meshlock.PoolConfig;
import io.meshlock.link.PoolTerms;
import io.meshlock.link.spi.Peer;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Algorithms;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Setup;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;

/**
 * What a cell is made of.
 *
 * @param self this node
 * @param terms what neighbours are told about the pool
 * @param config the same, for people
 * @param beginning whether the pool's tokens begin their life here, and what this node keeps of it
 * @param recorder keeps what happens
 * @param clock counts nanoseconds, never backwards
 * @param executor runs other people's code
 * @param scheduler this node's timers
 */
record CellSetup(
        Peer self,
        PoolTerms terms,
        PoolConfig config,
        Beginning beginning,
        Recorder recorder,
        LongSupplier clock,
        Executor executor,
        ScheduledExecutorService scheduler) {

    /** Nobody knows how large a mesh of real nodes is; algorithms then take their own defaults. */
    private static final int UNKNOWN_SIZE = 1;

    /** This node's part in the pool: without links, which come later, one by one. */
    Protocol protocol() {
        boolean founder = beginning.founds();
        Setup setup = new Setup(
                self.number(),
                terms.settings(),
                founder,
                tokens(),
                founder ? 0 : 1,
                UNKNOWN_SIZE,
                Setup.Links.NONE,
                true,
                Terms.algorithmOptions(terms));
        return algorithm().create(recovers() ? setup.withDurable(beginning.durable()) : setup);
    }

    /** True if grants have leases that the whole mesh believes in, and the pool survives crashes. */
    boolean recovers() {
        return config.recovery().isOn();
    }

    /** How many tokens begin their life here. */
    int tokens() {
        return beginning.founds() ? algorithm().promises().tokens().of(config.permits()) : 0;
    }

    /** True if nothing can be granted here without a token. */
    boolean hasTokens() {
        return algorithm().promises().tokens().of(config.permits()) > 0;
    }

    private Algorithm algorithm() {
        return Algorithms.named(config.algorithm());
    }
}
