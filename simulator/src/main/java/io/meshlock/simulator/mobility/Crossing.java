package io.meshlock.simulator.mobility;

/**
 * When two nodes on their present legs come within a distance of each other, or leave it.
 *
 * <p>Their distance squared is a quadratic in time, so its crossings are known without sampling. The answer is a tick,
 * and the positions at ticks decide: the first tick at which the nodes are inside, or outside. Solving the quadratic
 * only finds the neighbourhood of that tick, so no rounding error reaches the answer. A contact that begins and ends
 * between two ticks (of a millionth of a time unit each) is ignored.
 */
final class Crossing {

    static final long NEVER = Long.MAX_VALUE;

    /** How far off, in ticks, rounding may put the solution; generous. */
    private static final int SLACK = 4;

    private final Leg a;
    private final Leg b;
    private final double square;
    private final boolean inwards;

    private Crossing(Leg a, Leg b, double distance, boolean inwards) {
        this.a = a;
        this.b = b;
        this.square = distance * distance;
        this.inwards = inwards;
    }

    /**
     * The first tick from {@code from} to {@code until} at which the nodes are no farther apart than {@code distance}.
     */
    static long inwards(Leg a, Leg b, double distance, long from, long until) {
        return new Crossing(a, b, distance, true).first(from, until);
    }

    /** The first tick from {@code from} to {@code until} at which the nodes are farther apart than {@code distance}. */
    static long outwards(Leg a, Leg b, double distance, long from, long until) {
        return new Crossing(a, b, distance, false).first(from, until);
    }

    private long first(long from, long until) {
        if (from > until) {
            return NEVER;
        }
        if (isReached(from)) {
            return from;
        }
        double ticks = solution(from);
        if (!(ticks <= until - from)) {
            // Beyond the end, or never; but because of rounding errors the end itself must be checked.
            return until != Leg.FOREVER && isReached(until) ? firstNear(until, from, until) : NEVER;
        }
        return firstNear(from + (long) Math.ceil(ticks), from, until);
    }

    /** Ticks after {@code from}, not a number if there is no crossing after it. */
    private double solution(long from) {
        double dx = a.x(from) - b.x(from);
        double dy = a.y(from) - b.y(from);
        double vx = perTick(a, a.fromX(), a.toX()) - perTick(b, b.fromX(), b.toX());
        double vy = perTick(a, a.fromY(), a.toY()) - perTick(b, b.fromY(), b.toY());
        double speed = vx * vx + vy * vy;
        double approach = -(dx * vx + dy * vy);
        double outside = dx * dx + dy * dy - square;
        double discriminant = approach * approach - speed * outside;
        if (speed == 0 || discriminant < 0 || (inwards && approach <= 0)) {
            return Double.NaN;
        }
        double root = Math.sqrt(discriminant);
        // The earlier solution in the form that does not subtract nearly equal numbers.
        return inwards ? outside / (approach + root) : (approach + root) / speed;
    }

    private static double perTick(Leg leg, double from, double to) {
        return from == to ? 0 : (to - from) / (leg.end() - leg.start());
    }

    private long firstNear(long guess, long from, long until) {
        long tick = Math.max(from, Math.min(until, guess) - SLACK);
        long last = Math.min(until, guess + SLACK);
        while (tick <= last) {
            if (isReached(tick)) {
                return tick;
            }
            tick++;
        }
        return NEVER;
    }

    private boolean isReached(long tick) {
        double dx = a.x(tick) - b.x(tick);
        double dy = a.y(tick) - b.y(tick);
        return inwards == (dx * dx + dy * dy <= square);
    }
}
