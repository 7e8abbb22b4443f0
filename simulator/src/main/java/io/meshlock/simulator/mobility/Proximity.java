package io.meshlock.simulator.mobility;

import io.meshlock.simulator.network.LinkHistory;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * The links of nodes that move: exact, without sampling.
 *
 * <p>For every pair of nodes that are near each other it computes the next tick at which their link changes on their
 * present legs, and computes it again only when one of the two begins another leg. Legs are cut into stretches of at
 * most half the radius, which bounds how far a node gets from the cell that it was placed in: so pairs that are far
 * apart cost nothing, and meshes of ten thousand nodes are feasible.
 *
 * <p>Changes at the same tick come in the order of the nodes' numbers.
 */
public final class Proximity implements LinkHistory {

    private final Walker[] walkers;
    private final Radio radio;
    private final long horizon;

    private final Leg[] legs;
    /** Per node: the last tick of its present stretch, and how many stretches it has begun. */
    private final long[] stretchEnds;

    private final int[] stretches;
    private final double longestStretch;
    private final Cells cells;
    private final LongOpenHashSet up = new LongOpenHashSet();

    private final PriorityQueue<Turn> turns =
            new PriorityQueue<>(Comparator.comparingLong(Turn::tick).thenComparingInt(Turn::node));
    private final PriorityQueue<Change> changes = new PriorityQueue<>(
            Comparator.comparingLong(Change::tick).thenComparingInt(Change::low).thenComparingInt(Change::high));

    private Change present = new Change(0, 0, 0, 0, 0);

    /** A node begins another stretch. */
    private record Turn(long tick, int node) {}

    /** A link changes, unless one of its ends has begun another stretch since this was computed. */
    private record Change(long tick, int low, int high, int lowStretch, int highStretch) {}

    /** @param horizon changes from this tick on are not computed */
    public Proximity(Walker[] walkers, Radio radio, long horizon) {
        this.walkers = walkers.clone();
        this.radio = radio;
        this.horizon = horizon;
        legs = new Leg[walkers.length];
        stretchEnds = new long[walkers.length];
        stretches = new int[walkers.length];
        longestStretch = radio.radius() / 2;
        // Both nodes may be a stretch away from where they were placed.
        cells = new Cells(walkers.length, radio.reach() + 2 * longestStretch);
        for (int node = 0; node < walkers.length; node++) {
            turns.add(new Turn(0, node));
        }
    }

    @Override
    public boolean next() {
        while (true) {
            long turn = turns.isEmpty() ? NEVER : turns.element().tick();
            long change = changes.isEmpty() ? NEVER : changes.element().tick();
            if (Math.min(turn, change) >= horizon) {
                return false;
            }
            if (turn <= change) {
                turn(turns.remove());
            } else if (happens(changes.remove())) {
                return true;
            }
        }
    }

    @Override
    public long time() {
        return present.tick;
    }

    @Override
    public int low() {
        return present.low;
    }

    @Override
    public int high() {
        return present.high;
    }

    @Override
    public boolean isUp() {
        return up.contains(pair(present.low, present.high));
    }

    private void turn(Turn turn) {
        int node = turn.node;
        long now = turn.tick;
        if (now == 0 || legs[node].end() == now) {
            legs[node] = walkers[node].next();
        }
        Leg leg = legs[node];
        stretches[node]++;
        stretchEnds[node] = stretchEnd(leg, now);
        if (stretchEnds[node] < Leg.FOREVER) {
            turns.add(new Turn(stretchEnds[node], node));
        }
        cells.place(node, leg.x(now), leg.y(now));
        for (int other : cells.near(node)) {
            expect(Math.min(node, other), Math.max(node, other), now);
        }
    }

    private long stretchEnd(Leg leg, long now) {
        double length = leg.length();
        if (length <= longestStretch) {
            return leg.end();
        }
        double share = longestStretch / length;
        // Rounded down, but at least a tick: a faster contact would be shorter than a tick anyway.
        long ticks = Math.max(1, (long) (share * (leg.end() - leg.start())));
        return Math.min(leg.end(), now + ticks);
    }

    private boolean happens(Change change) {
        if (stretches[change.low] != change.lowStretch || stretches[change.high] != change.highStretch) {
            return false;
        }
        long pair = pair(change.low, change.high);
        if (!up.remove(pair)) {
            up.add(pair);
        }
        present = change;
        expect(change.low, change.high, change.tick + 1);
        return true;
    }

    /** Computes the next change of a link, if it comes before one of its ends begins another stretch. */
    private void expect(int low, int high, long from) {
        long until = Math.min(stretchEnds[low], stretchEnds[high]);
        long tick = up.contains(pair(low, high))
                ? Crossing.outwards(legs[low], legs[high], radio.reach(), from, until)
                : Crossing.inwards(legs[low], legs[high], radio.radius(), from, until);
        if (tick < horizon) {
            changes.add(new Change(tick, low, high, stretches[low], stretches[high]));
        }
    }

    private static long pair(int low, int high) {
        return (long) low << Integer.SIZE | high;
    }
}
