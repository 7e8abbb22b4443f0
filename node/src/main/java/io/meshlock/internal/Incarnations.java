package io.meshlock.internal;

import io.meshlock.MeshlockException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How often this node has begun to take part in pools whose algorithm must tell a node's incarnations apart. One number per pool is
 * kept on disk; without it, a node that starts again would take itself for new, and believe that it has what it gave away.
 */
final class Incarnations {

    private static final String FILE = "lives";

    private final @Nullable DurableLines lines;
    private final Map<String, Integer> last = new HashMap<>();

    private Incarnations(@Nullable DurableLines lines) {
        this.lines = lines;
    }

    /** Incarnations written down in a folder; without one, no such pool can be opened. */
    static Incarnations in(@Nullable Path folder) {
        Incarnations incarnations = new Incarnations(
                folder == null ? null : new DurableLines(folder.resolve(FILE), "how often this node lived"));
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

    /** The number of the incarnation that begins now: 0 for the first, and larger than all before, and than what was remembered. */
    synchronized int begin(String pool) {
        Integer before = last.get(pool);
        int now = before == null ? 0 : before + 1;
        write(pool, now);
        return now;
    }

    /** The next incarnation is to have a larger number than this. */
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
        lines.add(URLEncoder.encode(pool, StandardCharsets.UTF_8) + " " + number);
        last.put(pool, number);
    }
}
