package io.meshlock.laboratory;

import io.meshlock.journal.Journal;
import io.meshlock.journal.Ticks;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Rejection;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * How waiting changes over a run: its duration, warm-up included, in windows of equal length. A wait counts in the
 * window of its grant. A mean that keeps rising, or has not settled when the measured part begins, shows that the
 * overall mean is not a steady state.
 */
final class WaitWindows implements Journal {

    private final long duration;
    private final long[] entries;
    private final long[] waits;
    private final Long2LongOpenHashMap since = new Long2LongOpenHashMap();

    /**
     * @param windows how many; 0 for none
     * @param duration in ticks
     */
    WaitWindows(int windows, long duration) {
        this.duration = duration;
        entries = new long[windows];
        waits = new long[windows];
    }

    @Override
    public void requested(long time, int node, PermitRequest request) {
        since.put(request.id(), time);
    }

    @Override
    public void rejected(long time, int node, long request, Rejection why) {
        since.remove(request);
    }

    @Override
    public void withdrawn(long time, int node, long request) {
        since.remove(request);
    }

    @Override
    public void granted(long time, int node, PermitGrant grant) {
        if (!since.containsKey(grant.request())) {
            return;
        }
        long wait = time - since.remove(grant.request());
        if (time <= duration) {
            int window = (int) Math.min(entries.length - 1, (double) time / duration * entries.length);
            entries[window]++;
            waits[window] += wait;
        }
    }

    List<Run.Window> windows() {
        List<Run.Window> all = new ArrayList<>();
        double length = Ticks.toUnits(duration) / entries.length;
        for (int i = 0; i < entries.length; i++) {
            double mean = entries[i] == 0 ? Double.NaN : Ticks.toUnits(waits[i]) / entries[i];
            all.add(new Run.Window(i * length, (i + 1) * length, entries[i], mean));
        }
        return all;
    }
}
