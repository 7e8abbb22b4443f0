package io.meshlock.simulator;

import io.meshlock.protocol.recovery.RecoverySettings;
import io.meshlock.simulator.network.Partitions;
import java.util.Arrays;

/**
 * Votes that have forgotten something, since their disk was put back. Nothing is promised if nobody reminds them before
 * they count (docs/protocols/recovery.md, "Disks that were put back"): then they stop for good.
 */
final class Backups {

    private static final long NOTHING = Long.MIN_VALUE;

    private final Hosts hosts;
    private final Fates fates;
    private final Partitions partitions;
    private final FaultInjector.Timetable timetable;
    private final long electionTimeout;
    /** By node: the seat that has forgotten something. */
    private final long[] seats;
    /** By node: its vote does not count yet, and it was not seen to be reminded. */
    private final boolean[] pending;
    /** By node: who could remind it when half of the time was over. */
    private final boolean[][] reminders;

    Backups(WorldSpec spec, Hosts hosts, Fates fates, Partitions partitions, FaultInjector.Timetable timetable) {
        this.hosts = hosts;
        this.fates = fates;
        this.partitions = partitions;
        this.timetable = timetable;
        electionTimeout = spec.recovers() ? RecoverySettings.of(spec.options()).electionTimeout() : 0;
        seats = new long[spec.nodes()];
        Arrays.fill(seats, NOTHING);
        pending = new boolean[spec.nodes()];
        reminders = new boolean[spec.nodes()][];
    }

    void restored(int node, boolean forgot) {
        if (forgot) {
            seats[node] = hosts.seat(node);
        }
    }

    /** With every start the time begins anew. */
    void watch(int node) {
        if (node < seats.length && seats[node] != NOTHING && !fates.isHealed()) {
            pending[node] = true;
            timetable.add(node, FaultInjector.HALFWAY, hosts.justBefore(node, electionTimeout / 2));
            timetable.add(node, FaultInjector.REMINDED, hosts.justBefore(node, electionTimeout));
        }
    }

    void look(int node) {
        reminders[node] = remindersOf(node);
    }

    void judge(int node) {
        if (fates.isHealed() || hosts.isDown(node)) {
            return;
        }
        pending[node] = false;
        if (!hosts.hasSeat(node, seats[node])) {
            return;
        }
        boolean[] before = reminders[node];
        boolean[] now = remindersOf(node);
        boolean reminded = false;
        for (int other = 0; other < now.length && before != null; other++) {
            reminded |= before[other] && now[other];
        }
        if (!reminded || !hosts.isUp(node)) {
            fates.stopForGood(node);
        }
    }

    /** When the world heals, those that are still to be reminded go: how long that takes now is not for the hunt to say. */
    void end() {
        for (int node = 0; node < pending.length; node++) {
            if (pending[node] && hosts.hasSeat(node, seats[node])) {
                fates.stopForGood(node);
            }
        }
    }

    private boolean[] remindersOf(int node) {
        boolean[] all = new boolean[fates.isForGood.length];
        for (int other = 0; other < all.length; other++) {
            all[other] = other != node && partitions.isLinked(node, other) && hosts.mayRemind(node, other);
        }
        return all;
    }
}
