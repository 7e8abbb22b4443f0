package io.meshlock.simulator.mobility;

import io.meshlock.journal.Ticks;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A node that goes straight for a while, then changes its velocity, and bounces off the borders of the area. It starts
 * at a uniform place: under this movement, uniform places stay uniform for all velocities.
 */
abstract class BouncingWalker implements Walker {

    protected final UniformRandomProvider random;
    private final Area area;

    /** Distance per time unit. */
    protected double vx;

    protected double vy;

    private long now;
    private double x;
    private double y;
    /** Ticks until the velocity changes. */
    private long left;

    BouncingWalker(Area area, UniformRandomProvider random) {
        this.area = area;
        this.random = random;
        x = random.nextDouble() * area.width();
        y = random.nextDouble() * area.height();
    }

    /** Sets the velocity for the time to come; returns for how many ticks. */
    abstract long turn();

    @Override
    public final Leg next() {
        if (left == 0) {
            left = Math.max(1, turn());
        }
        vx = bounced(x, vx, area.width());
        vy = bounced(y, vy, area.height());
        double free = Math.min(unitsToBorder(x, vx, area.width()), unitsToBorder(y, vy, area.height()));
        // Rounded up, and put on the border: a bounce is less than a tick late.
        long ticks = Math.max(1, (long) Math.min((double) left, Math.ceil(free * Ticks.PER_UNIT)));
        double toX = within(x + vx * Ticks.toUnits(ticks), area.width());
        double toY = within(y + vy * Ticks.toUnits(ticks), area.height());
        Leg leg = new Leg(now, now + ticks, x, y, toX, toY);
        now += ticks;
        left -= ticks;
        x = toX;
        y = toY;
        return leg;
    }

    private static double bounced(double place, double velocity, double size) {
        boolean outwards = velocity < 0 ? place <= 0 : place >= size;
        return outwards ? -velocity : velocity;
    }

    private static double unitsToBorder(double place, double velocity, double size) {
        if (velocity == 0) {
            return Double.POSITIVE_INFINITY;
        }
        return velocity < 0 ? place / -velocity : (size - place) / velocity;
    }

    private static double within(double place, double size) {
        return Math.max(0, Math.min(size, place));
    }
}
