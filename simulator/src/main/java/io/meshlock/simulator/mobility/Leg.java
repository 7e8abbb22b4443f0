package io.meshlock.simulator.mobility;

/**
 * A piece of a node's path: straight, at constant speed. It begins and ends at whole ticks, where its positions are
 * exact; the speed is rounded so that the node arrives at a tick.
 *
 * @param start tick at which the node is at ({@code fromX}, {@code fromY})
 * @param end tick at which it is at ({@code toX}, {@code toY}), after the start; {@link #FOREVER} for a node that stays
 */
public record Leg(long start, long end, double fromX, double fromY, double toX, double toY) {

    /** The end of the last leg of a node that stops for good. */
    public static final long FOREVER = Long.MAX_VALUE;

    public Leg {
        if (start < 0 || end <= start) {
            throw new IllegalArgumentException("a leg from tick " + start + " to tick " + end);
        }
    }

    /** Staying at a place. */
    public static Leg rest(long start, long end, double x, double y) {
        return new Leg(start, end, x, y, x, y);
    }

    /** Where the node is at a tick of this leg. */
    public double x(long tick) {
        return at(tick, fromX, toX);
    }

    public double y(long tick) {
        return at(tick, fromY, toY);
    }

    public boolean isRest() {
        return fromX == toX && fromY == toY;
    }

    public double length() {
        return distance(fromX, fromY, toX, toY);
    }

    /** Not {@code Math.hypot}, which may differ between platforms in the last bit. */
    static double distance(double fromX, double fromY, double toX, double toY) {
        double dx = toX - fromX;
        double dy = toY - fromY;
        return Math.sqrt(dx * dx + dy * dy);
    }

    /** The far end is given as it is, not computed, so that the next leg begins exactly where this one ends. */
    private double at(long tick, double from, double to) {
        return tick >= end ? to : from + (to - from) * ((double) (tick - start) / (end - start));
    }
}
