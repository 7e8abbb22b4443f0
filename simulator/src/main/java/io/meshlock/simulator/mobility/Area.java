package io.meshlock.simulator.mobility;

/** A rectangle with one corner at (0, 0), in which nodes move. */
public record Area(double width, double height) {

    public Area {
        if (!(width > 0 && height > 0)) {
            throw new IllegalArgumentException("an area of " + width + " by " + height);
        }
    }

    public double diagonal() {
        return Leg.distance(0, 0, width, height);
    }

    /** The mean distance of two points drawn uniformly: about 0.52 sides of a square. */
    public double meanDistance() {
        double a = width;
        double b = height;
        double d = diagonal();
        double powers = a * a * a / (b * b) + b * b * b / (a * a) + d * (3 - a * a / (b * b) - b * b / (a * a));
        double logarithms = b * b / a * StrictMath.log((a + d) / b) + a * a / b * StrictMath.log((b + d) / a);
        return powers / 15 + logarithms / 6;
    }
}
