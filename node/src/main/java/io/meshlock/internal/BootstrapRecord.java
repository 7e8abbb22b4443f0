package io.meshlock.internal;

import io.meshlock.internal.state.PoolStateFile;
import io.meshlock.protocol.DurableState;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which pools' tokens begin their life at this node: every pool that the mesh's instance node hears of for the first time, and
 * none anywhere else.
 *
 * <p>With a folder to remember in, the instance node writes each pool down, safe on disk, <i>before</i> it makes the token. When
 * it starts again it does not found those pools a second time: their tokens live somewhere in the mesh, or died with it.
 */
final class BootstrapRecord {

    private static final String FILE = "founded-pools";

    private final boolean bootstrapNode;
    private final @Nullable DurableLines lines;
    private final Set<String> bootstrapped = new HashSet<>();

    private BootstrapRecord(boolean bootstrapNode, @Nullable DurableLines lines) {
        this.bootstrapNode = bootstrapNode;
        this.lines = lines;
    }

    /** A node that bootstraps nothing. */
    static BootstrapRecord never() {
        return new BootstrapRecord(false, null);
    }

    /** The instance node; without a folder, it bootstraps everything anew each time it starts. */
    static BootstrapRecord here(@Nullable Path folder) {
        BootstrapRecord here = new BootstrapRecord(
                true, folder == null ? null : new DurableLines(folder.resolve(FILE), "which pools were founded"));
        here.remember();
        return here;
    }

    boolean isBootstrapNode() {
        return bootstrapNode;
    }

    /**
     * Decides how a pool begins here. A pool that can recover is safe on disk with its bootstrap node as its only member before it is
     * written down as bootstrapped: were it the other way round, a crash in between would leave a pool that nobody bootstraps.
     */
    synchronized PoolBootstrap begin(String pool, PoolStateFile memory, int self, int permits, boolean recovers) {
        if (memory.isKnown() || !bootstrapNode || bootstrapped.contains(pool)) {
            return new PoolBootstrap(false, memory.instance(), memory.atStart(), memory);
        }
        long instance = PoolInstanceId.draw();
        DurableState alone = DurableState.bootstrap(self, memory.atStart().incarnation(), permits);
        if (recovers) {
            memory.keep(instance, alone);
        }
        return new PoolBootstrap(bootstraps(pool), instance, alone, memory);
    }

    /** True if the pool is to be bootstrapped here and now. It is asked once: the second time the answer is no. */
    synchronized boolean bootstraps(String pool) {
        if (!bootstrapNode || !bootstrapped.add(pool)) {
            return false;
        }
        if (lines != null) {
            lines.add(URLEncoder.encode(pool, StandardCharsets.UTF_8));
        }
        return true;
    }

    private void remember() {
        if (lines != null) {
            lines.read().forEach(line -> bootstrapped.add(URLDecoder.decode(line, StandardCharsets.UTF_8)));
        }
    }
}
