package io.meshlock.internal;

import io.meshlock.internal.state.PoolMemory;
import io.meshlock.protocol.recovery.Durable;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which pools' tokens begin their life at this node: every pool that the mesh's founding node hears of for the first time, and
 * none anywhere else.
 *
 * <p>With a folder to remember in, the founding node writes each pool down, safe on disk, <i>before</i> it makes the token. When
 * it starts again it does not found those pools a second time: their tokens live somewhere in the mesh, or died with it.
 */
final class Founding {

    private static final String FILE = "founded-pools";

    private final boolean founder;
    private final @Nullable DurableLines lines;
    private final Set<String> founded = new HashSet<>();

    private Founding(boolean founder, @Nullable DurableLines lines) {
        this.founder = founder;
        this.lines = lines;
    }

    /** A node that founds nothing. */
    static Founding never() {
        return new Founding(false, null);
    }

    /** The founding node; without a folder, it founds everything anew each time it starts. */
    static Founding here(@Nullable Path folder) {
        Founding here = new Founding(
                true, folder == null ? null : new DurableLines(folder.resolve(FILE), "which pools were founded"));
        here.remember();
        return here;
    }

    boolean isFounder() {
        return founder;
    }

    /**
     * Decides how a pool begins here. A pool that can recover is safe on disk with its founder as its only member before it is
     * written down as founded: were it the other way round, a crash in between would leave a pool that nobody founds.
     */
    synchronized Beginning begin(String pool, PoolMemory memory, int self, int permits, boolean recovers) {
        if (memory.isKnown() || !founder || founded.contains(pool)) {
            return new Beginning(false, memory.founding(), memory.atStart(), memory);
        }
        long founding = FoundingId.draw();
        Durable alone = Durable.founder(self, memory.atStart().life(), permits);
        if (recovers) {
            memory.keep(founding, alone);
        }
        return new Beginning(founds(pool), founding, alone, memory);
    }

    /** True if the pool is to be founded here and now. It is asked once: the second time the answer is no. */
    synchronized boolean founds(String pool) {
        if (!founder || !founded.add(pool)) {
            return false;
        }
        if (lines != null) {
            lines.add(URLEncoder.encode(pool, StandardCharsets.UTF_8));
        }
        return true;
    }

    private void remember() {
        if (lines != null) {
            lines.read().forEach(line -> founded.add(URLDecoder.decode(line, StandardCharsets.UTF_8)));
        }
    }
}
