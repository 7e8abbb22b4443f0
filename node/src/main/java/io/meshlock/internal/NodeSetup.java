package io.meshlock.internal;

import io.meshlock.internal.state.StateFolder;
import io.meshlock.spi.Transport;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * What a node is made of.
 *
 * @param transport its links, not yet started; closed with the node
 * @param state where it keeps what it must not forget; closed with the node
 * @param bootstrap which pools begin their life here
 * @param incarnations how often it has begun to take part in pools
 * @param executor runs other people's code
 * @param journals makes the journal of a pool
 * @param maxPools the most pools that it takes part in
 */
record NodeSetup(
        Transport transport,
        StateFolder state,
        BootstrapRecord bootstrap,
        Incarnations incarnations,
        Executor executor,
        Function<String, PoolJournal> journals,
        int maxPools) {

    PoolJournal journal(String pool) {
        return journals.apply(pool);
    }
}
