package io.meshlock.internal;

import io.meshlock.PoolConfig;
import io.meshlock.internal.state.StateFolder;
import io.meshlock.spi.Transport;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * The parts from which a node is made.
 *
 * @param transport its links, not yet started; closed with the node
 * @param state the folder with its durable state; closed with the node
 * @param bootstrap decides which pools it bootstraps
 * @param incarnations its incarnation numbers, by pool
 * @param executor runs callbacks into user code
 * @param journals makes the journal of a pool
 * @param maxPools the largest number of pools that it takes part in
 * @param poolExpiry for how long nobody uses a pool here before it leaves it
 * @param pools the pools that it opens as it starts
 */
record NodeSetup(
        Transport transport,
        StateFolder state,
        BootstrapRecord bootstrap,
        Incarnations incarnations,
        Executor executor,
        Function<String, PoolJournal> journals,
        int maxPools,
        Duration poolExpiry,
        Map<String, PoolConfig> pools) {

    PoolJournal journal(String pool) {
        return journals.apply(pool);
    }
}
