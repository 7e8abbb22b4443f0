package io.meshlock.internal;

import io.meshlock.internal.state.PoolStateFile;
import io.meshlock.protocol.DurableState;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
     * Decides how a pool starts at this node. For a pool with recovery, the state with the bootstrap node as the only
     * member is on disk before the pool is recorded as bootstrapped. In the other order, a crash in between would leave
     * a pool that no node bootstraps.
     */
    synchronized PoolBootstrap begin(String pool, PoolStateFile memory, int self, int permits, boolean recovers) {
        if (!memory.isKnown() && recovers && !voters.isEmpty()) {
            return amongVoters(memory, self, permits);
        }
        if (memory.isKnown() || !bootstrapNode || bootstrapped.contains(pool)) {
            return new PoolBootstrap(false, memory.instance(), memory.atStart(), memory);
        }
        long instance = PoolInstanceId.draw(InstantSource.system());
        DurableState alone = DurableState.bootstrap(self, memory.atStart().incarnation(), permits);
        if (recovers) {
            memory.keep(instance, alone);
        }
        return new PoolBootstrap(bootstraps(pool), instance, alone, memory);
    }

    /** A voter's seat is on disk before it promises anything; other nodes know the instance, and wait for a token. */
    private PoolBootstrap amongVoters(PoolStateFile memory, int self, int permits) {
        long instance = PoolInstanceId.ofVoters(voters);
        DurableState first = DurableState.founding(self, memory.atStart().incarnation(), voters, permits);
        if (first.isSeated()) {
            memory.keep(instance, first);
        }
        return new PoolBootstrap(false, instance, first, memory);
    }

    /** Records the pool as bootstrapped; true if this node is to bootstrap it now, false for every later call. */
    synchronized boolean bootstraps(String pool) {
        if (!bootstrapNode || bootstrapped.contains(pool)) {
            return false;
        }
        if (lines != null) {
            lines.add(URLEncoder.encode(pool, StandardCharsets.UTF_8)); // first: a second try is to bootstrap it, too
        }
        return bootstrapped.add(pool);
    }

    private void remember() {
        if (lines != null) {
            lines.read().forEach(line -> bootstrapped.add(URLDecoder.decode(line, StandardCharsets.UTF_8)));
        }
    }
}
