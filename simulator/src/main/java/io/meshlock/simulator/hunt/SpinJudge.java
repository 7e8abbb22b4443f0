package io.meshlock.simulator.hunt;

import io.meshlock.journal.Journal;
import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Message;

/**
 * Judges that no node wakes itself up again and again: a timer that is always due keeps a processor busy for ever, and
 * harms nothing that other judges look at. Messages do not count, only what else a node does between two beacons.
 */
final class SpinJudge implements Journal {

    /** Far more than timers, clients, links and operators give a node to do in the time of a beacon. */
    private static final int MOST = 1_000;

    private final long beacon;
    private final long[] since;
    private final int[] steps;
    private int spinning = -1;

    SpinJudge(int nodes, long beacon) {
        this.beacon = beacon;
        this.since = new long[nodes];
        this.steps = new int[nodes];
    }

    /** Ends the schedule if a node spins. */
    void judge(long now) {
        if (spinning >= 0) {
            throw new Failure.Raised(
                    FailureKind.SPINS,
                    "at " + Ticks.toUnits(now) + ", node " + spinning + " has woken up more than " + MOST
                            + " times within a beacon's time");
        }
    }

    @Override
    public void stepped(long time, int node) {
        if (time - since[node] >= beacon) {
            since[node] = time;
            steps[node] = 0;
        }
        if (++steps[node] > MOST) {
            spinning = node;
        }
    }

    @Override
    public void delivered(long time, int from, int to, Message message) {
        steps[to]--;
    }
}
