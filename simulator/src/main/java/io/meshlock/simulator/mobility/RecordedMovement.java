package io.meshlock.simulator.mobility;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;

/**
 * Paths that were recorded: for every node the points through which it goes, straight from each to the next. Before its
 * first point a node waits there, and after its last one it stays. A point takes 24 bytes.
 */
public final class RecordedMovement implements Mobility {

    private final List<Path> paths;

    /** @param paths of the nodes 0, 1, …; each with at least one point */
    public RecordedMovement(List<Path> paths) {
        this.paths = List.copyOf(paths);
        for (Path path : this.paths) {
            if (path.points() == 0) {
                throw new IllegalArgumentException("a path without points");
            }
        }
    }

    public int nodes() {
        return paths.size();
    }

    /** How many points all paths have together. */
    public long points() {
        return paths.stream().mapToLong(Path::points).sum();
    }

    /** Paths are the same with every seed. */
    @Override
    public Walker walker(int node, long seed) {
        return paths.get(node).new Follower();
    }

    /** The points of one node, in the order of time. */
    public static final class Path {

        private final LongArrayList ticks = new LongArrayList();
        private final DoubleArrayList xs = new DoubleArrayList();
        private final DoubleArrayList ys = new DoubleArrayList();

        public int points() {
            return ticks.size();
        }

        /** The tick of the last point; -1 if there is none. */
        public long end() {
            return ticks.isEmpty() ? -1 : ticks.getLong(ticks.size() - 1);
        }

        public double lastX() {
            return xs.getDouble(xs.size() - 1);
        }

        public double lastY() {
            return ys.getDouble(ys.size() - 1);
        }

        /**
         * Adds a point. One at the tick of the point before takes its place.
         *
         * @throws IllegalArgumentException if it lies before the last one in time
         */
        public void add(long tick, double x, double y) {
            if (tick < Math.max(0, end())) {
                throw new IllegalArgumentException("tick " + tick + " after tick " + end());
            }
            if (tick == end()) {
                int last = ticks.size() - 1;
                xs.set(last, x);
                ys.set(last, y);
                return;
            }
            ticks.add(tick);
            xs.add(x);
            ys.add(y);
        }

        /** The same path seen from a later instant on, which becomes tick 0. */
        public Path from(long origin) {
            Path later = new Path();
            Follower follower = new Follower();
            Leg leg = follower.next();
            while (leg.end() <= origin) {
                leg = follower.next();
            }
            later.add(0, leg.x(origin), leg.y(origin));
            for (int i = 0; i < ticks.size(); i++) {
                if (ticks.getLong(i) > origin) {
                    later.add(ticks.getLong(i) - origin, xs.getDouble(i), ys.getDouble(i));
                }
            }
            return later;
        }

        private final class Follower implements Walker {

            private long now;
            private int next;

            @Override
            public Leg next() {
                if (next == 0 && ticks.getLong(0) == 0) {
                    next = 1;
                }
                long start = now;
                int before = Math.max(0, next - 1);
                if (next == ticks.size()) {
                    return Leg.rest(start, Leg.FOREVER, lastX(), lastY());
                }
                now = ticks.getLong(next);
                double x = xs.getDouble(before);
                double y = ys.getDouble(before);
                Leg leg = new Leg(start, now, x, y, xs.getDouble(next), ys.getDouble(next));
                next++;
                return leg;
            }
        }
    }
}
