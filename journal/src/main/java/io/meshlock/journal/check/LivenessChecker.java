package io.meshlock.journal.check;

import io.meshlock.journal.ByPriority;
import io.meshlock.journal.Ticks;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Rejection;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * All requests are served. A request is {@code starved} if at the end it is neither granted, withdrawn nor rejected.
 * Starved requests are this checker's violations, but not violations of safety.
 */
public final class LivenessChecker implements Checker {

    private static final long NONE = Long.MIN_VALUE;

    private final Findings findings = new Findings();

    /** Requests without an answer: when they were made, and their node (upper half) and priority (lower half). */
    private final Long2LongOpenHashMap since = new Long2LongOpenHashMap();

    private final Long2LongOpenHashMap whose = new Long2LongOpenHashMap();

    private final ByPriority<Longest> longest = new ByPriority<>(Longest::new, Longest::merge);

    public LivenessChecker() {
        since.defaultReturnValue(NONE);
    }

    @Override
    public void requested(long time, int node, PermitRequest request) {
        since.put(request.id(), time);
        whose.put(request.id(), (long) node << Integer.SIZE | Integer.toUnsignedLong(request.priority()));
    }

    @Override
    public void rejected(long time, int node, long request, Rejection why) {
        forget(request);
    }

    @Override
    public void withdrawn(long time, int node, long request) {
        forget(request);
    }

    @Override
    public void granted(long time, int node, PermitGrant grant) {
        long asked = since.remove(grant.request());
        if (asked != NONE) {
            int priority = (int) whose.remove(grant.request());
            longest.at(priority).offer(time - asked);
        }
    }

    private void forget(long request) {
        if (since.remove(request) != NONE) {
            whose.remove(request);
        }
    }

    @Override
    public void ended(long time) {
        long[] starved = since.keySet().toLongArray();
        Arrays.sort(starved); // independent of the order of a hash map
        for (long request : starved) {
            long waited = time - since.get(request);
            long asker = whose.get(request);
            longest.at((int) asker).offer(waited);
            findings.add(
                    time,
                    "starved",
                    "request %d of node %d, priority %d, waits since %s",
                    request,
                    asker >> Integer.SIZE,
                    (int) asker,
                    Ticks.toUnits(time - waited));
        }
    }

    /** How many requests were never answered; known when the run has ended. */
    public long starved() {
        return findings.count();
    }

    /**
     * The longest wait so far by priority, ascending: of all grants and, once the run has ended, of requests that still
     * wait.
     */
    public List<LongestWait> longestWaits() {
        List<LongestWait> waits = new ArrayList<>();
        longest.forEach((from, to, wait) -> waits.add(new LongestWait(from, to, wait.ticks)));
        return waits;
    }

    /**
     * The longest wait of the priorities {@code from} to {@code to}, both included; see {@link ByPriority}.
     *
     * @param ticks the wait
     */
    public record LongestWait(int from, int to, long ticks) {}

    @Override
    public List<Violation> violations() {
        return findings.first();
    }

    @Override
    public long violationCount() {
        return findings.count();
    }

    private static final class Longest {
        private long ticks;

        void offer(long wait) {
            ticks = Math.max(ticks, wait);
        }

        void merge(Longest other) {
            offer(other.ticks);
        }
    }
}
