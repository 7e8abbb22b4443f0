package io.meshlock.internal;

import io.meshlock.MeshlockException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The incarnation numbers of this node in pools whose algorithm must tell a node's incarnations apart. One number per
 * pool is kept on disk. Without it, a node that restarts would reuse an old number and believe that it still has
 * permissions that it gave away.
 */
final class Incarnations {

    private static final String FILE = "incarnations";

    private final @Nullable DurableLines lines;
    private final Map<String, Integer> last = new HashMap<>();

    private Incarnations(@Nullable DurableLines lines) {
        this.lines = lines;
    }

    /** The incarnation numbers kept in a folder; without a folder, no such pool can be opened. */
    static Incarnations in(@Nullable Path folder) {
        Incarnations incarnations = new Incarnations(
                folder == null ? null : new DurableLines(folder.resolve(FILE), "the incarnations of this node"));
        incarnations.recall();
        return incarnations;
    }

    private void recall() {
        if (lines != null) {
            for (String line : lines.read()) {
                int space = line.indexOf(' ');
                String pool = URLDecoder.decode(line.substring(0, space), StandardCharsets.UTF_8);
                last.put(pool, Integer.parseInt(line.substring(space + 1)));
            }
        }
    }

    /** Begins an incarnation: 0 for the first, and larger than all before and all remembered ones otherwise. */
    synchronized int begin(String pool) {
        Integer before = last.get(pool);
        int now = before == null ? 0 : before + 1;
        write(pool, now);
        return now;
    }

    /** Makes sure that the next incarnation has a larger number than this. */
    synchronized void remember(String pool, int number) {
        Integer before = last.get(pool);
        if (before == null || number > before) {
            write(pool, number);
        }
    }

    private void write(String pool, int number) {
        if (lines == null) {
            throw new MeshlockException("pool '" + pool + "' needs a state folder: its algorithm must know how often"
                    + " this node has started, or it could grant what others hold");
        }
        lines.add(List.of(URLEncoder.encode(pool, StandardCharsets.UTF_8) + " " + number));
        last.put(pool, number);
    }
}
