package io.meshlock.simulator.hunt;

import io.meshlock.simulator.engine.RandomStreams;
import io.meshlock.simulator.mesh.IndexSet;

/** The only random source of a schedule: SplitMix64, with bounded numbers by multiplication, which is cheap. */
final class Dice {

    private long state;

    Dice(long seed) {
        state = RandomStreams.mix(seed);
    }

    /** 0 ≤ result &lt; bound. The bias, below 2⁻²⁰ for the bounds used here, does not matter. */
    int below(int bound) {
        state = RandomStreams.nextState(state);
        return (int) (((RandomStreams.mix(state) >>> 32) * bound) >>> 32);
    }

    /** Both ends included. */
    int between(int low, int high) {
        return low + below(high - low + 1);
    }

    boolean oneIn(int sides) {
        return below(sides) == 0;
    }

    /** A member of a set that is not empty. */
    int pick(IndexSet set) {
        return set.at(below(set.size()));
    }

    int oneOf(int... values) {
        return values[below(values.length)];
    }
}
