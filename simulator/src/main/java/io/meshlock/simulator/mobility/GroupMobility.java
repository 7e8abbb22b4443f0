package io.meshlock.simulator.mobility;

import io.meshlock.simulator.engine.Distribution;

/**
 * Reference point group mobility (Hong, Gerla, Pei and Chiang, 1999): the middle of each group moves by random
 * waypoint, and its members roam around it, by random waypoint too, within a square of side 2 · {@code spread}. Node i
 * belongs to group i mod {@code groups}. Middles keep {@code spread} away from the borders, so that all nodes stay
 * inside. Both movements start in their stationary distributions.
 *
 * @param speed and {@code pause}: of the middles
 * @param roaming speed of members relative to the middle of their group
 */
public record GroupMobility(Area area, int groups, double spread, Speeds speed, Distribution pause, Speeds roaming)
        implements Mobility {

    /** Keeps the streams of the middles apart from those of the members. */
    private static final long MIDDLES = 0x6D6964646C657321L;

    public GroupMobility {
        if (groups < 1 || !(spread > 0) || 2 * spread >= Math.min(area.width(), area.height())) {
            throw new IllegalArgumentException(groups + " groups with a spread of " + spread + " in " + area);
        }
    }

    @Override
    public Walker walker(int node, long seed) {
        Area forMiddles = new Area(area.width() - 2 * spread, area.height() - 2 * spread);
        Area forMembers = new Area(2 * spread, 2 * spread);
        Mobility middles = new RandomWaypoint(forMiddles, speed, pause, true);
        Mobility members = new RandomWaypoint(forMembers, roaming, new Distribution.Constant(0), true);
        return new Sum(middles.walker(node % groups, seed ^ MIDDLES), members.walker(node, seed));
    }

    /** Two movements at once; a leg ends when either one's does. */
    private static final class Sum implements Walker {

        private final Walker one;
        private final Walker other;
        private Leg first;
        private Leg second;
        private long now;

        Sum(Walker one, Walker other) {
            this.one = one;
            this.other = other;
            first = one.next();
            second = other.next();
        }

        @Override
        public Leg next() {
            first = first.end() == now ? one.next() : first;
            second = second.end() == now ? other.next() : second;
            long start = now;
            now = Math.min(first.end(), second.end());
            return new Leg(start, now, x(start), y(start), x(now), y(now));
        }

        private double x(long tick) {
            return first.x(tick) + second.x(tick);
        }

        private double y(long tick) {
            return first.y(tick) + second.y(tick);
        }
    }
}
