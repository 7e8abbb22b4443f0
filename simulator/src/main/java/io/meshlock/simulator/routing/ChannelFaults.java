package io.meshlock.simulator.routing;

import io.meshlock.journal.Ticks;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Loss, duplication and reordering, decided once per message when it arrives: so a share is a share of end-to-end
 * messages, however many links they cross, and a lost message has cost all its hops.
 */
final class ChannelFaults {

    /** A message that is held back waits up to this many times the mean delay of a link. */
    private static final int LONGEST_HOLD = 10;

    private final Routing routing;
    private final long longestHold;
    private final UniformRandomProvider random;
    private boolean healed;

    /** @param linkDelay mean time over one link, in time units */
    ChannelFaults(Routing routing, double linkDelay, UniformRandomProvider random) {
        this.routing = routing;
        this.longestHold = LONGEST_HOLD * Math.max(1, Ticks.of(linkDelay > 0 ? linkDelay : 1));
        this.random = random;
    }

    /** From now on there are no faults. */
    void heal() {
        healed = true;
    }

    boolean loses() {
        return draws(routing.loss());
    }

    boolean duplicates() {
        return draws(routing.duplicate());
    }

    boolean holdsBack() {
        return draws(routing.reorder());
    }

    /** How long a message, or the second copy of one, is held back. */
    long hold() {
        return 1 + random.nextLong(longestHold);
    }

    private boolean draws(double share) {
        return share > 0 && !healed && random.nextDouble() < share;
    }
}
