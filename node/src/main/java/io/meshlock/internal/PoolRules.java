package io.meshlock.internal;

import io.meshlock.PoolConfig;
import io.meshlock.link.wire.MessageCodecs;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.registry.Algorithms;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks of pool settings that matter to real nodes only, in addition to those of {@link PoolConfig}. */
final class PoolRules {

    private static final Logger LOG = LoggerFactory.getLogger(PoolRules.class);

    private PoolRules() {}

    /** @throws IllegalArgumentException if the algorithm does not run on real nodes, or not with these settings */
    static void check(String pool, PoolConfig config) {
        MessageCodecs.of(config.algorithm());
        Guarantees guarantees = Algorithms.named(config.algorithm()).guarantees();
        if (guarantees.reach() == Guarantees.Reach.ANYBODY && config.hosts().count() == 0) {
            throw new IllegalArgumentException("pool '" + pool + "': algorithm '" + config.algorithm()
                    + "' must know who shares the pool; expected hosts, as in config.hosts(1, 5)");
        }
    }

    /** True if the bootstrap node must make the pool's tokens; false for an algorithm without tokens. */
    static boolean needsBootstrap(PoolConfig config) {
        return Algorithms.named(config.algorithm()).guarantees().tokens() != Guarantees.Tokens.NONE;
    }

    /** Logs a warning if the algorithm loses permits when links break. */
    static void warn(String pool, PoolConfig config) {
        if (!Algorithms.named(config.algorithm()).guarantees().survivesLossyLinks()) {
            LOG.warn(
                    "pool '{}': algorithm '{}' loses a permit for good with every token that is under way when a link"
                            + " breaks; '{}' does not",
                    pool,
                    config.algorithm(),
                    PoolConfig.DEFAULT_ALGORITHM);
        }
    }
}
