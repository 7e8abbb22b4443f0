package io.meshlock.internal;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the log say when a pool stops granting, when it would if one more voter were lost, and when it goes on. Looks once a
 * second at the pools that may have changed: those with clients that wait, and all of them after a change of the mesh.
 */
final class PoolWatch {

    private static final Logger LOG = LoggerFactory.getLogger(PoolWatch.class);

    /** A link that was down for a moment, or a token that is being made, is not worth a line. */
    private static final int LOOKS_BEFORE_A_LINE = 3;

    /** Of one look: a node may have thousands of pools, and one broken link may stop them all. */
    private static final int MOST_LINES = 10;

    private final MeshReach reach;
    private final NameWatch names;
    private final LongSupplier clock;
    private final Map<String, Seen> seen = new HashMap<>();
    private final Map<String, Seen> ahead = new HashMap<>();

    /** Which map of the mesh the last look was at. */
    private long lastMap = -1;

    /** How many lines may still be written in this look; negative if some were left out. */
    private int left;

    /** What was found, how often in a row, and whether the log has it. */
    private record Seen(Standstill what, int looks, boolean told) {}

    PoolWatch(MeshReach reach, NameWatch names, LongSupplier clock) {
        this.reach = reach;
        this.names = names;
        this.clock = clock;
    }

    /** Looks at the pools. Called by one thread. */
    void look(Collection<Pool> pools) {
        long map = reach.look();
        boolean changed = map != lastMap;
        lastMap = map;
        if (changed) {
            names.look(reach.names());
        }
        left = MOST_LINES;
        for (Pool pool : pools) {
            if (changed || pool.queueLength() > 0 || seen.containsKey(pool.name()) || ahead.containsKey(pool.name())) {
                look(pool);
            }
        }
        if (left < 0) {
            LOG.warn("{} more pools grant nothing, or are about to; './meshlock pools' lists them", -left);
        }
        if (!seen.isEmpty() || !ahead.isEmpty()) {
            Set<String> open = pools.stream().map(Pool::name).collect(Collectors.toSet());
            seen.keySet().retainAll(open);
            ahead.keySet().retainAll(open);
        }
    }

    private void look(Pool pool) {
        boolean loggedAlready = pool.runtime().refusal() != null; // as it happened
        Standstill now = loggedAlready ? null : pool.standstill();
        if (tell(seen, pool.name(), now) && !loggedAlready) {
            LOG.info("pool '{}' grants again", pool.name());
        }
        // One that stands still is not told again when it goes on: what is ahead then is what was told before.
        if (now == null && tell(ahead, pool.name(), loggedAlready ? null : pool.ahead())) {
            LOG.info("pool '{}' can lose a voter again", pool.name());
        }
    }

    /** Writes down what was found for long enough; true if nothing was found, and the log has something else. */
    private boolean tell(Map<String, Seen> all, String pool, @Nullable Standstill now) {
        Seen before = all.get(pool);
        if (now == null) {
            all.remove(pool);
            return before != null && before.told;
        }
        boolean toldBefore = before != null && before.told;
        int looks = before != null && now.isLike(before.what) ? before.looks + 1 : 1;
        boolean told = toldBefore && looks > 1;
        if (!told && looks >= LOOKS_BEFORE_A_LINE) {
            if (left > 0) {
                LOG.warn("{}", now.text(clock.getAsLong()));
            }
            left--;
            told = true;
        }
        all.put(pool, new Seen(now, looks, told || toldBefore));
        return false;
    }
}
