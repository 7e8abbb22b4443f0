package io.meshlock.simulator.mobility;

import io.meshlock.simulator.storage.LongStore;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;

/**
 * Paths that were recorded: for every node the points through which it goes, straight from each to the next. Before its
 * first point a node waits there, and after its last one it stays. A point takes 24 bytes of a {@link LongStore}, and
 * hardly any of the heap.
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

        /** Points that are stored together: the paths of all nodes grow at the same time. */
        private static final int BLOCK = 32;

        private static final int TICK = 0;
        private static final int X = 1;
        private static final int Y = 2;
        private static final int FIELDS = 3;

        private final LongStore store;
        /** Where in the store each block begins. */
        private final LongArrayList blocks = new LongArrayList(1);

        private int points;

        /** @param store that the paths of one recording share */
        public Path(LongStore store) {
            this.store = store;
        }

        /** A path by itself. */
        public Path() {
            this(new LongStore());
        }

        public int points() {
            return points;
        }

        /** The tick of the last point; -1 if there is none. */
        public long end() {
            return points == 0 ? -1 : tick(points - 1);
        }

        public double lastX() {
            return x(points - 1);
        }

        public double lastY() {
            return y(points - 1);
        }

        private long tick(int point) {
            return store.get(index(point) + TICK);
        }

        private double x(int point) {
            return Double.longBitsToDouble(store.get(index(point) + X));
        }

        private double y(int point) {
            return Double.longBitsToDouble(store.get(index(point) + Y));
        }

        private long index(int point) {
            return blocks.getLong(point / BLOCK) + (long) (point % BLOCK) * FIELDS;
        }

        private void put(int point, long tick, double x, double y) {
            store.set(index(point) + TICK, tick);
            store.set(index(point) + X, Double.doubleToRawLongBits(x));
            store.set(index(point) + Y, Double.doubleToRawLongBits(y));
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
                put(points - 1, tick, x, y);
                return;
            }
            if (points % BLOCK == 0) {
                blocks.add(store.grow(BLOCK * FIELDS));
            }
            put(points++, tick, x, y);
        }

        /** The same path seen from a later instant on, which becomes tick 0. */
        public Path from(long origin) {
            Path later = new Path(store);
            Follower follower = new Follower();
            Leg leg = follower.next();
            while (leg.end() <= origin) {
                leg = follower.next();
            }
            later.add(0, leg.x(origin), leg.y(origin));
            for (int i = 0; i < points; i++) {
                if (tick(i) > origin) {
                    later.add(tick(i) - origin, x(i), y(i));
                }
            }
            return later;
        }

        private final class Follower implements Walker {

            private long now;
            private int next;

            @Override
            public Leg next() {
                if (next == 0 && tick(0) == 0) {
                    next = 1;
                }
                long start = now;
                int before = Math.max(0, next - 1);
                if (next == points) {
                    return Leg.rest(start, Leg.FOREVER, lastX(), lastY());
                }
                now = tick(next);
                Leg leg = new Leg(start, now, x(before), y(before), x(next), y(next));
                next++;
                return leg;
            }
        }
    }
}
