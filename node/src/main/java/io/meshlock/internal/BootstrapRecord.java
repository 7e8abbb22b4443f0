package io.meshlock.internal;

import io.meshlock.internal.state.PoolPromises;
import io.meshlock.protocol.DurableState;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Decides which pools this node bootstraps: at the bootstrap node, every pool that it hears of for the first time; at
 * other nodes, none.
 *
 * <p>With a state folder, the bootstrap node writes the name of each pool to disk <i>before</i> it makes the token.
 * After a restart it does not bootstrap those pools again: their tokens are somewhere in the mesh, or were lost in the
 * crash.
 */
final class BootstrapRecord {

    private static final String FILE = "bootstrapped-pools";

    private final boolean bootstrapNode;
    private final List<Integer> voters;
    private final boolean firstVoter;
    private final @Nullable DurableLines lines;
    private final Set<String> bootstrapped = new HashSet<>();

    private BootstrapRecord(
            boolean bootstrapNode, List<Integer> voters, boolean firstVoter, @Nullable DurableLines lines) {
        this.bootstrapNode = bootstrapNode;
        this.voters = voters;
        this.firstVoter = firstVoter;
        this.lines = lines;
    }

    /** A node that bootstraps nothing. */
    static BootstrapRecord never() {
        return new BootstrapRecord(false, List.of(), false, null);
    }

    /** The bootstrap node. Without a folder, it bootstraps all pools again each time it starts. */
    static BootstrapRecord here(@Nullable Path folder) {
        BootstrapRecord here = new BootstrapRecord(true, List.of(), false, lines(folder));
        here.remember();
        return here;
    }

    /** A node of a mesh whose pools begin by a list of voters; those without recovery by the first of them. */
    static BootstrapRecord byVoters(List<Integer> voters, int self, @Nullable Path folder) {
        BootstrapRecord record =
                new BootstrapRecord(voters.get(0) == self, List.copyOf(voters), voters.contains(self), lines(folder));
        record.remember();
        return record;
    }

    private static @Nullable DurableLines lines(@Nullable Path folder) {
        return folder == null ? null : new DurableLines(folder.resolve(FILE), "which pools were bootstrapped");
    }

    /** True if this node has bootstrapped the pool, now or before. */
    synchronized boolean hasBootstrapped(String pool) {
        return bootstrapped.contains(pool);
    }

    /** True if this node is one of a list of first voters: it must not forget a pool that it may have begun. */
    boolean isFirstVoter() {
        return firstVoter;
    }

    boolean isBootstrapNode() {
        return bootstrapNode;
    }

    /**
     * How a pool is to start at this node.
     *
     * @param promises true if the promise has to be on disk before the pool is opened
     */
    record Beginning(String pool, PoolBootstrap how, boolean promises) {}

    /** True if pools may start here with something to be written to disk. */
    boolean mayWrite() {
        return lines != null;
    }

    /** Decides how a pool starts at this node; nobody may hear of it before it is {@linkplain #write written}. */
    synchronized Beginning begin(String pool, PoolPromises memory, int self, int permits, boolean recovers) {
        if (!memory.isKnown() && recovers && !voters.isEmpty()) {
            return amongVoters(pool, memory, self, permits);
        }
        if (memory.isKnown() || !bootstrapNode || bootstrapped.contains(pool)) {
            return new Beginning(pool, new PoolBootstrap(false, memory.instance(), memory.atStart(), memory), false);
        }
        long instance = PoolInstanceId.draw(InstantSource.system());
        DurableState alone = DurableState.bootstrap(self, memory.atStart().incarnation(), permits);
        return new Beginning(pool, new PoolBootstrap(true, instance, alone, memory), recovers);
    }

    /** A voter's seat is on disk before it promises anything; other nodes know the instance, and wait for a token. */
    private Beginning amongVoters(String pool, PoolPromises memory, int self, int permits) {
        long instance = PoolInstanceId.ofVoters(voters);
        DurableState first = DurableState.founding(self, memory.atStart().incarnation(), voters, permits);
        return new Beginning(pool, new PoolBootstrap(false, instance, first, memory), first.isSeated());
    }

    /**
     * Writes down how pools start here; many share a sync. For a pool with recovery, the state with the bootstrap node as
     * the only member is on disk before the pool is recorded as bootstrapped. In the other order, a crash in between would
     * leave a pool that no node bootstraps.
     *
     * @throws UncheckedIOException if it cannot be written: then none of them may start
     */
    synchronized void write(List<Beginning> beginnings) {
        List<CompletableFuture<@Nullable RuntimeException>> kept = new ArrayList<>();
        for (Beginning each : beginnings) {
            if (each.promises()) {
                CompletableFuture<@Nullable RuntimeException> end = new CompletableFuture<>();
                PoolBootstrap how = each.how();
                how.memory().keepAndTell(how.instance(), how.durable(), end::complete);
                kept.add(end);
            }
        }
        for (CompletableFuture<@Nullable RuntimeException> end : kept) {
            RuntimeException failure = end.join();
            if (failure != null) {
                throw failure;
            }
        }
        record(beginnings.stream()
                .filter(each -> each.how().bootstraps())
                .map(Beginning::pool)
                .toList());
    }

    /** Records the pool as bootstrapped; true if this node is to bootstrap it now, false for every later call. */
    synchronized boolean bootstraps(String pool) {
        if (!bootstrapNode || bootstrapped.contains(pool)) {
            return false;
        }
        record(List.of(pool));
        return true;
    }

    private void record(List<String> pools) {
        if (lines != null && !pools.isEmpty()) {
            lines.add(pools.stream()
                    .map(pool -> URLEncoder.encode(pool, StandardCharsets.UTF_8))
                    .toList()); // first: a second try is to bootstrap it, too
        }
        bootstrapped.addAll(pools);
    }

    private void remember() {
        if (lines != null) {
            lines.read().forEach(line -> bootstrapped.add(URLDecoder.decode(line, StandardCharsets.UTF_8)));
        }
    }
}
