package io.meshlock.simulator.mobility;

/**
 * A radio with a range. A link comes up when two nodes are no farther apart than {@code radius}, and goes down when
 * they are farther apart than {@code radius · (1 + hysteresis)}, so that links at the edge do not flap.
 *
 * @param edgeLoss the share of attempts to send that fail at the radius and beyond; 0 for a radio without loss
 * @param lossFrom attempts never fail up to this share of the radius; from there the share of failures grows linearly
 */
public record Radio(double radius, double hysteresis, double edgeLoss, double lossFrom) {

    public Radio {
        boolean reach = radius > 0 && hysteresis >= 0;
        boolean loss = edgeLoss >= 0 && edgeLoss < 1 && lossFrom >= 0 && lossFrom < 1;
        if (!reach || !loss) {
            throw new IllegalArgumentException("a radio with radius " + radius + ", hysteresis " + hysteresis
                    + ", loss " + edgeLoss + " from " + lossFrom);
        }
    }

    /** A radio without loss. */
    public static Radio of(double radius, double hysteresis) {
        return new Radio(radius, hysteresis, 0, 0);
    }

    /** How far apart nodes may go before their link goes down. */
    public double reach() {
        return radius * (1 + hysteresis);
    }

    public boolean loses() {
        return edgeLoss > 0;
    }

    /** The share of attempts that get through over a distance. */
    public double quality(double distance) {
        double beyond = (distance / radius - lossFrom) / (1 - lossFrom);
        return 1 - edgeLoss * Math.max(0, Math.min(1, beyond));
    }
}
